import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

// node .ci/summary.mjs STATUS: what the last `npm test`, which ended with this status, skipped, and one line of
// figures.
const OUTCOMES = { passed: "passed", failed: "failed", expected: "passed", unexpected: "failed" };
const report = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);

const tests = [...unitTests(report("test-results/unit.json")), ...flows(report("test-results/e2e.json"))];
const skipped = tests.filter(({ outcome }) => outcome === "skipped");
if (skipped.length > 0) console.log(`Skipped: ${skipped.length}`);
for (const { file, title } of skipped) console.log(`  ${file} › ${title}`);
const passed = count("passed");
const failed = count("failed");
const broken = Number(process.argv[2]) !== 0 && failed === 0; // a check, a build or a set-up failed
console.log(`${passed} passed, ${failed + (broken ? 1 : 0)} failed`);

function count(wanted) {
  return tests.filter(({ outcome }) => outcome === wanted).length;
}

/** As vitest's JSON reporter tells them. */
function unitTests(unit) {
  return (unit?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: path.relative(".", name),
      title: fullName,
      outcome: OUTCOMES[status] ?? "skipped",
    })),
  );
}

/** As Playwright's JSON reporter tells them. */
function flows(e2e) {
  const within = (suite, titles) => [
    ...(suite.suites ?? []).flatMap((inner) => within(inner, [...titles, inner.title])),
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({
        file: `e2e/${suite.file}`,
        title: [...titles, title].join(" "),
        outcome: OUTCOMES[status] ?? status,
      })),
    ),
  ];
  return (e2e?.suites ?? []).flatMap((file) => within(file, []));
}
