import { spawnSync } from "node:child_process";
import { cp, mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createTestFolder } from "@/test/support/processes/test-folder";

const folder = await createTestFolder();
beforeAll(async () => {
  await mkdir(path.join(folder, "tools"));
  await cp("tools/sources.mjs", path.join(folder, "tools/sources.mjs"));
});

const start = (...before: string[]) =>
  spawnSync(process.execPath, [...before, "--import", "./tools/sources.mjs", "server/start.ts"], {
    cwd: folder,
    encoding: "utf8",
  });

test("a start without a build, or without the packages' install scripts, prints one sentence", async () => {
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

test.each([
  ["20.19.0", true],
  ["22.22.0", true],
  ["24.7.9", true],
  ["24.8.0", false],
  ["26.0.0", false],
])("Node %s is too old: %s; a start prints in one sentence how to install another", (node, isTooOld) => {
  const versions = `{ value: { ...process.versions, node: "${node}" } }`;
  const { stderr, status } = start(
    "--import",
    `data:text/javascript,Object.defineProperty(process, "versions", ${versions})`,
  );
  expect(status).toBe(1);
  expect(stderr.split("\n")).toHaveLength(2);
  expect(stderr.includes(`needs Node 24.8 or newer; this is ${node}. Run npm ci again`)).toBe(isTooOld);
});
