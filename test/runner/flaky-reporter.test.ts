import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
await mkdir("test-results", { recursive: true });
const folder = await mkdtemp(path.resolve("test-results/flaky-")); // within the project, so that it finds vitest
afterAll(() => rm(folder, { recursive: true }));

test("lists tests that passed on retry with the reason, and skipped ones in CI", async () => {
  await writeFile(
    path.join(folder, "some.test.ts"),
    `import { expect, test } from "vitest";
     let tries = 0;
     test("at once", () => {});
     test("at last", () => expect(++tries).toBe(2));
     test.skip("never", () => {});`,
  );
  await writeFile(path.join(folder, "vitest.config.mjs"), "export default {};"); // not the project's, with its database
  const vitest = path.resolve("node_modules/vitest/vitest.mjs");
  const reporter = path.resolve("test/runner/flaky-reporter.ts");
  const json = ["--reporter", "json", "--outputFile", "test-results/unit.json"];
  const args = ["run", "--root", folder, "--retry", "1", "--reporter", reporter, ...json];
  const { stdout } = await run(process.execPath, [vitest, ...args]);
  expect(stdout).toMatch(/Passed only when tried again:\nsome\.test\.ts > at last\nexpected 1 to be 2/);
  expect(stdout).not.toContain("at once");

  const flow = (title: string, status: string) => ({ title, tests: [{ status }] });
  const inner = {
    title: "a form",
    file: "a.spec.ts",
    specs: [flow("opens", "flaky"), flow("shuts", "skipped")],
  };
  const file = { title: "a.spec.ts", file: "a.spec.ts", specs: [flow("stays", "expected")], suites: [inner] };
  await writeFile(path.join(folder, "test-results/e2e.json"), JSON.stringify({ suites: [file] }));
  const summary = await run(process.execPath, [path.resolve(".ci/summary.mjs"), "0"], { cwd: folder });
  expect(summary.stdout.split("\n")).toEqual([
    "Skipped: 2",
    "  some.test.ts › never",
    "  e2e/a.spec.ts › a form shuts",
    "Passed at a second try: 2",
    "  some.test.ts › at last",
    "  e2e/a.spec.ts › a form opens",
    "4 passed, 0 failed",
    "",
  ]);
});
