import { readFileSync } from "node:fs";

export type TestCase = { title: string; inWhole: string; file: string; passed: boolean; skipped: boolean };

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
    api: unit.testResults.flatMap(casesIn).filter(({ file }) => !file.startsWith("test/conformance/")),
    browser: flows.suites.flatMap(casesOf),
  };
}

function casesIn({ name, assertionResults }: UnitReport["testResults"][number]): TestCase[] {
  return assertionResults.map(({ title, fullName, status }) => ({
    title,
    inWhole: fullName,
    file: name.replace(`${process.cwd()}/`, ""),
    passed: status === "passed",
    skipped: status !== "passed" && status !== "failed",
  }));
}

function casesOf({ suites = [], specs = [] }: Suite): TestCase[] {
  const own = specs.map(({ title, file, ok, tests }) => ({
    title,
    inWhole: title,
    file: `e2e/${file}`,
    passed: ok,
    skipped: tests.every(({ status }) => status === "skipped"),
  }));
  return [...own, ...suites.flatMap(casesOf)];
}

function read(file: string) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Error(`${file} is missing: run npm test first, all of it.`);
  }
}
