import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

// node .ci/summary.mjs STATUS: what the last `npm test`, which ended with this status, skipped, what passed only when
// it was tried again, and one line of figures.
const OUTCOMES = { passed: "passed", failed: "failed", expected: "passed", unexpected: "failed" };
const report = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);

const tests = [...unitTests(report("test-results/unit.json")), ...flows(report("test-results/e2e.json"))];
name("Skipped", ({ outcome }) => outcome === "skipped");
name("Passed at a second try", ({ outcome }) => outcome === "flaky");
const passed = count("passed") + count("flaky");
const failed = count("failed");
const broken = Number(process.argv[2]) !== 0 && failed === 0; // a check, a build or a set-up failed
console.log(`${passed} passed, ${failed + (broken ? 1 : 0)} failed`);

function count(wanted) {
  return tests.filter(({ outcome }) => outcome === wanted).length;
}

function name(what, which) {
  const named = tests.filter(which);
  if (named.length === 0) return;
  console.log(`${what}: ${named.length}`);
  for (const { file, title } of named) console.log(`  ${file} › ${title}`);
}

/** As vitest's JSON reporter tells them: what failed at first has kept why. */
function unitTests(unit) {
  return (unit?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }) => ({
      file: path.relative(".", name),
      title: fullName,
      outcome: status === "passed" && failureMessages.length > 0 ? "flaky" : (OUTCOMES[status] ?? "skipped"),
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
