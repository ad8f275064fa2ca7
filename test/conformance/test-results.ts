import { readFileSync } from "node:fs";

export type TestCase = { title: string; fullName: string; file: string; passed: boolean; skipped: boolean };

type UnitReport = {
  testResults: { name: string; assertionResults: { title: string; fullName: string; status: string }[] }[];
};
type Suite = {
  file: string;
  suites?: Suite[];
  specs?: { title: string; file: string; ok: boolean; tests: { status: string }[] }[];
};

/** Results of the last `npm test`, without the tests of this folder. */
export function readTestResults(): { api: TestCase[]; browser: TestCase[] } {
  const unit: UnitReport = read("test-results/unit.json");
  const flows: { suites: Suite[] } = read("test-results/e2e.json");
  return {
    api: unit.testResults.flatMap(toUnitCases).filter(({ file }) => !file.startsWith("test/conformance/")),
    browser: flows.suites.flatMap(toBrowserCases),
  };
}

function toUnitCases({ name, assertionResults }: UnitReport["testResults"][number]): TestCase[] {
  return assertionResults.map(({ title, fullName, status }) => ({
    title,
    fullName,
    file: name.replace(`${process.cwd()}/`, ""),
    passed: status === "passed",
    skipped: status !== "passed" && status !== "failed",
  }));
}

function toBrowserCases({ suites = [], specs = [] }: Suite): TestCase[] {
  const cases = specs.map(({ title, file, ok, tests }) => ({
    title,
    fullName: title,
    file: `e2e/${file}`,
    passed: ok,
    skipped: tests.every(({ status }) => status === "skipped"),
  }));
  return [...cases, ...suites.flatMap(toBrowserCases)];
}

function read(file: string) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Error(`${file} is missing: run npm test first, all of it.`);
  }
}
