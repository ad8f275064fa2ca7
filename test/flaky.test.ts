import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
await mkdir("test-results", { recursive: true });
const folder = await mkdtemp(path.resolve("test-results/flaky-")); // within the project, so that it finds vitest
afterAll(() => rm(folder, { recursive: true }));

test("what passes only when it is tried again is named at the end, with why; what passes at once is not", async () => {
  await writeFile(
    path.join(folder, "some.test.ts"),
    `import { expect, test } from "vitest";
     let tries = 0;
     test("at once", () => {});
     test("at last", () => expect(++tries).toBe(2));`,
  );
  await writeFile(path.join(folder, "vitest.config.mjs"), "export default {};"); // not the project's, with its database
  const vitest = path.resolve("node_modules/vitest/vitest.mjs");
  const reporter = path.resolve("test/flaky.ts");
  const args = ["run", "--root", folder, "--retry", "1", "--reporter", reporter];
  const { stdout } = await run(process.execPath, [vitest, ...args]);
  expect(stdout).toMatch(/Passed only when tried again:\nsome\.test\.ts > at last\nexpected 1 to be 2/);
  expect(stdout).not.toContain("at once");
});
