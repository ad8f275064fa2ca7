import { writeFileSync } from "node:fs";
import { getCitedRules } from "./citations";
import { ruleIds, rules } from "./rules";
import { readTestResults, type TestCase } from "./test-results";

// npm run conformance: writes docs/conformance.md from the results of the last npm test. Fails if a rule has
// no test or a failed one; as a part of npm test (--judge) it only checks.

type Proof = { id: string; requirement: string; api: TestCase[]; browser: TestCase[]; verdict: string };

const { api, browser } = readTestResults();
const proofs = ruleIds.map((id): Proof => {
  const requirement = rules[id] ?? "";
  const filterByRule = (cases: TestCase[]) =>
    cases.filter(
      (testCase) =>
        !testCase.skipped && [testCase.title, testCase.fullName].flatMap(getCitedRules).includes(id),
    );
  const [byApi, byBrowser] = [filterByRule(api), filterByRule(browser)];
  const all = [...byApi, ...byBrowser];
  const failed = all.filter(({ passed }) => !passed).length;
  const verdict = all.length === 0 ? "**no case**" : failed > 0 ? `**${failed} failed**` : "pass";
  return { id, requirement, api: byApi, browser: byBrowser, verdict };
});

const failing = proofs.filter(({ verdict }) => verdict !== "pass");
for (const { id, requirement, verdict } of failing)
  console.error(`${id} (${requirement}): ${verdict.replaceAll("*", "")}`);
console.log(`${proofs.length} rules, ${proofs.length - failing.length} pass`);
process.exitCode = failing.length > 0 ? 1 : 0;
if (!process.argv.includes("--judge")) writeFileSync("docs/conformance.md", formatPage());

/** Lists files, not tests, whose titles and number would be duplicated. */
function formatPage(): string {
  const files = (cases: TestCase[]) =>
    [...new Set(cases.map(({ file }) => `\`${file}\``))].sort().join("<br>");
  const rows = proofs.map(({ id, requirement, api, browser }) => [
    id,
    requirement,
    files(api),
    files(browser),
  ]);
  return [
    "# Conformance",
    "",
    "For developers and reviewers: which tests cover each rule of the interface. `4.3-8` is rule 8 of section 4.3. The files are those whose tests cite the rule in their titles: through the API, and in a browser. `npm run conformance` writes this page from the results of the last `npm test`, and fails if a rule has no test or a failing one.",
    "",
    ...formatTable([["rule", "requirement", "API", "browser"], ...rows]),
    "",
  ].join("\n");
}

/** Aligns the columns. */
function formatTable(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const formatRow = (cells: string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" | ")} |`;
  const [header = [], ...body] = rows;
  return [formatRow(header), formatRow(widths.map((width) => "-".repeat(width))), ...body.map(formatRow)];
}
