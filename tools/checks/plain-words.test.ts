import { expect, it } from "vitest";
import { findOldNames, findTitles, isPlainTitle } from "./plain-words";

it("rejects an old name in code, comments and documents", () => {
  const text = "/** As letSpeak did. */\nexport const tolds = 1;\n";
  expect(findOldNames("lib/mail/queries.ts", text)).toEqual([
    expect.stringContaining("“letSpeak”"),
    expect.stringContaining("“tolds”"),
  ]);
  expect(findOldNames("docs/recipes.md", "Call `wishedPlaces`.")).toHaveLength(1);
});

it.each([
  ["forgetInvoices", "delete or purge"],
  ["workOnInvoices", "start…Worker"],
  ["ShownInvoice", "…Details or …Row"],
  ["MOST_INVOICES", "MAX_"],
  ["holdInvoice", "lock"],
])("rejects the invented name %s and says how to begin instead", (name, instead) =>
  expect(findOldNames("lib/mail/writes.ts", `const ${name} = 1;`)).toEqual([
    `lib/mail/writes.ts: “${name}” should begin with ${instead}`,
  ]),
);

it("accepts plain names that only look like an old one", () => {
  const text = "const [holder, noted, teller, MOST, tidy, notebook, storeTolds] = deleteDraft(forgetful);";
  expect(findOldNames("lib/mail/writes.ts", text)).toEqual([]);
});

it("finds titles without a subject, also with a rule, a table or other quotes", () => {
  const bad = ["Who is told hears it", "4.4-6: what was typed stays", "nobody answers", "Whatever comes"];
  const code = `it("${bad[0]}", run); test('${bad[1]}', run);\ntest.each(rows)("${bad[2]}", run); it(\`${bad[3]}\`, run);
    it("4.4-6: rejects a guardian younger than 18", run); test("whole pages are sent", run);`;
  expect(findTitles(code)).toEqual(bad);
});

it("accepts a commit subject that begins with a verb", () => {
  expect(isPlainTitle("Show the place in the accepted filter")).toBe(true);
  expect(isPlainTitle("Nobody's mail waits for the draw")).toBe(false);
});
