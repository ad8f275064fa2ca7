import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "matricula-sources-"));
  await mkdir(path.join(folder, "tools"));
  await cp("tools/sources.mjs", path.join(folder, "tools/sources.mjs"));
});
afterAll(() => rm(folder, { recursive: true }));

const start = () =>
  spawnSync(process.execPath, ["--import", "./tools/sources.mjs", "server/start.ts"], {
    cwd: folder,
    encoding: "utf8",
  });

test("without a build, and without what the packages' install scripts make, a start says one sentence", async () => {
  expect(start()).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^Nothing is built.*\n$/),
  });
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  expect(start()).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^The packages' install scripts did not run\. Run: npm rebuild.*\n$/),
  });
});
