import { writeFileSync } from "node:fs";
import { citedBy } from "./citations";
import { type Case, lastResults } from "./results";
import { rules } from "./rules";

// npm run conformance: docs/conformance.md from what the last npm test found. Fails when a rule has no
// case, or one that did not pass.

type Proof = { id: string; what: string; api: Case[]; browser: Case[]; verdict: string };

const { api, browser } = lastResults();
const proofs = Object.entries(rules).map(([id, what]): Proof => {
  const of = (cases: Case[]) =>
    cases.filter((one) => !one.skipped && [one.title, one.inWhole].flatMap(citedBy).includes(id));
  const [byApi, byBrowser] = [of(api), of(browser)];
  const all = [...byApi, ...byBrowser];
  const failed = all.filter(({ passed }) => !passed).length;
  const verdict = all.length === 0 ? "**no case**" : failed > 0 ? `**${failed} failed**` : "pass";
  return { id, what, api: byApi, browser: byBrowser, verdict };
});

writeFileSync("docs/conformance.md", page());
const bad = proofs.filter(({ verdict }) => verdict !== "pass");
for (const { id, what, verdict } of bad) console.error(`${id} (${what}): ${verdict.replaceAll("*", "")}`);
console.log(`${proofs.length} rules, ${proofs.length - bad.length} pass: docs/conformance.md`);
process.exit(bad.length > 0 ? 1 : 0);

function page(): string {
  const rows = proofs.map(
    (proof) =>
      `| ${proof.id} | ${proof.what} | ${proof.api.length} | ${proof.browser.length} | ${proof.verdict} |`,
  );
  const cases = proofs.map(
    (proof) => `## ${proof.id}: ${proof.what}\n\n${[...proof.api, ...proof.browser].map(line).join("\n")}\n`,
  );
  return [
    "# Conformance",
    "",
    "Every rule of the interface by its id (`4.3-8` is rule 8 of section 4.3) with the tests that cite it, in the API and in a browser, as the last `npm test` found them. Written by `npm run conformance`, which fails when a rule has no case or one that does not pass.",
    "",
    "| rule | what it asks | API | browser | |",
    "| --- | --- | --: | --: | --- |",
    ...rows,
    "",
    ...cases,
  ].join("\n");
}

/** Whoever is made anew in each run has no place in a page that is kept. */
function line({ inWhole, file, passed }: Case): string {
  const words = inWhole.replace(/\s+/g, " ").replace(/[|<>]/g, " ").slice(0, 160);
  return `- ${passed ? "" : "**failed** "}${words} · \`${file}\``;
}
