import { writeFileSync } from "node:fs";
import { getCitedRules } from "./citations";
import { ruleIds, rules } from "./rules";
import { readTestResults, type TestCase } from "./test-results";

// npm run conformance: writes docs/conformance.md from the results of the last npm test. Fails if a rule has
// no test or a failed one; as a part of npm test (--judge) it only checks.

type Proof = { id: string; what: string; api: TestCase[]; browser: TestCase[]; verdict: string };

const { api, browser } = readTestResults();
const proofs = ruleIds.map((id): Proof => {
  const what = rules[id] ?? "";
  const of = (cases: TestCase[]) =>
    cases.filter((one) => !one.skipped && [one.title, one.inWhole].flatMap(getCitedRules).includes(id));
  const [byApi, byBrowser] = [of(api), of(browser)];
  const all = [...byApi, ...byBrowser];
  const failed = all.filter(({ passed }) => !passed).length;
  const verdict = all.length === 0 ? "**no case**" : failed > 0 ? `**${failed} failed**` : "pass";
  return { id, what, api: byApi, browser: byBrowser, verdict };
});

const bad = proofs.filter(({ verdict }) => verdict !== "pass");
for (const { id, what, verdict } of bad) console.error(`${id} (${what}): ${verdict.replaceAll("*", "")}`);
console.log(`${proofs.length} rules, ${proofs.length - bad.length} pass`);
process.exitCode = bad.length > 0 ? 1 : 0;
if (!process.argv.includes("--judge")) writeFileSync("docs/conformance.md", page());

/** Lists files, not tests, whose titles and number would be duplicated. */
function page(): string {
  const files = (cases: TestCase[]) =>
    [...new Set(cases.map(({ file }) => `\`${file}\``))].sort().join("<br>");
  const rows = proofs.map(({ id, what, api, browser }) => [id, what, files(api), files(browser)]);
  return [
    "# Conformance",
    "",
    "For developers and reviewers: which tests cover each rule of the interface. `4.3-8` is rule 8 of section 4.3. The files are those whose tests cite the rule in their titles: through the API, and in a browser. `npm run conformance` writes this page from the results of the last `npm test`, and fails if a rule has no test or a failing one.",
    "",
    ...table([["rule", "requirement", "API", "browser"], ...rows]),
    "",
  ].join("\n");
}

/** Aligns the columns. */
function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)];
}
