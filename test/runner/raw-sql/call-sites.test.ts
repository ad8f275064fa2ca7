import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import config from "@/vitest.config";
import { listUnreachedCalls } from "./call-sites";

test("lists raw SQL calls that were never reached", () => {
  const all = listUnreachedCalls("");
  expect(all.length).toBeGreaterThan(150);
  expect(listUnreachedCalls(all.slice(1).join("\n"))).toEqual([all[0]]);
});

test("a complete run fails for an unreached call, a partial run does not", async () => {
  expect(config.test?.reporters).toContain("./test/runner/raw-sql/reporter.ts");
  await mkdir("test-results", { recursive: true });
  const folder = await mkdtemp(path.resolve("test-results/raw-sql-")); // within the project, so that it finds vitest
  onTestFinished(() => rm(folder, { recursive: true }));
  const [first = "", ...others] = listUnreachedCalls("");
  await writeFile(path.join(folder, "vitest.config.mjs"), "export default {};"); // not the project's, with its database
  await writeFile(path.join(folder, "a.test.ts"), 'import { test } from "vitest"; test("a", () => {});');
  await writeFile(path.join(folder, "ran"), others.join("\n"));
  const reporter = path.resolve("test/runner/raw-sql/reporter.ts");
  const args = ["node_modules/vitest/vitest.mjs", "run", "--root", folder, "--reporter", reporter];
  const env = { ...process.env, RAN_SQL: path.join(folder, "ran") };
  const run = (...more: string[]) => promisify(execFile)(process.execPath, [...args, ...more], { env });

  await expect(run()).rejects.toMatchObject({ code: 1, stderr: `Raw SQL that no test runs:\n${first}\n` });
  await expect(run("--testNamePattern", "a")).resolves.toMatchObject({ stderr: "" });
  await writeFile(path.join(folder, "ran"), [first, ...others].join("\n"));
  await expect(run()).resolves.toMatchObject({ stderr: "" });
});
