import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { killWithTests } from "../support/processes/child-processes";
import { isRunning } from "../support/processes/signal";

await mkdir("test-results", { recursive: true });
const folder = await mkdtemp(path.resolve("test-results/interrupted-")); // within the project, so that it finds vitest
afterAll(() => rm(folder, { recursive: true }));

test("Ctrl-C during a test run stops PostgreSQL and deletes its files", async () => {
  const folderFile = path.join(folder, "told");
  await writeFile(
    path.join(folder, "endless.test.ts"),
    `import { writeFileSync } from "node:fs";
     import { test } from "vitest";
     test("endless", async () => {
       writeFileSync(${JSON.stringify(folderFile)}, process.env.TMPDIR);
       await new Promise(() => {});
     });`,
  );
  await writeFile(
    path.join(folder, "vitest.config.ts"),
    `import config from "../../vitest.config.ts";
     config.test.include = [${JSON.stringify(`${path.relative(".", folder)}/*.test.ts`)}];
     config.test.reporters = [];
     export default config;`,
  );
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--root",
    ".",
    "--config",
    `${folder}/vitest.config.ts`,
  ];
  const run = killWithTests(spawn(process.execPath, args, { detached: true, stdio: "ignore" })); // a group of its own, as of a terminal
  await expect.poll(() => existsSync(folderFile) && readFileSync(folderFile, "utf8")).toBeTruthy();
  const runFolder = readFileSync(folderFile, "utf8");
  const postmaster = Number(
    readFileSync(path.join(runFolder, "shared/postgres/postmaster.pid"), "utf8").split("\n")[0],
  );
  expect([isRunning(postmaster), runFolder]).toEqual([true, expect.stringContaining("matricula-run-")]);

  const ended = once(run, "exit");
  process.kill(-(run.pid as number), "SIGINT");
  await ended;
  await expect.poll(() => [isRunning(postmaster), existsSync(runFolder)]).toEqual([false, false]);
});
