import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { killWithTests } from "@/test/support/processes/child-processes";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "matricula-in-turn-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Parts are scripts of a package of their own. `wait(name)` is until another part has called `note(name)`. */
async function runParts(parts: string[], scripts: Record<string, string>) {
  const helpers = `const { existsSync, writeFileSync } = require("node:fs");
    const note = (name) => writeFileSync(name, String(process.pid));
    const wait = async (name) => { while (!existsSync(name)) await new Promise((next) => setTimeout(next, 20)); };`;
  for (const [name, script] of Object.entries(scripts))
    await writeFile(path.join(folder, `${name}.cjs`), `${helpers}(async () => { ${script} })();`);
  const commands = Object.fromEntries(Object.keys(scripts).map((name) => [name, `node ${name}.cjs`]));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ scripts: commands }));
  const tsx = import.meta.resolve("tsx");
  const child = killWithTests(
    spawn(process.execPath, ["--import", tsx, path.resolve("tools/run/run-in-sequence.ts"), ...parts], {
      cwd: folder,
      detached: true, // a group of its own, as of a terminal
    }),
  );
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const collectOutput = async () => {
    const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { stdout, stderr, status };
  };
  return { pid: child.pid as number, ended: collectOutput() };
}

const hasFile = (name: string) => existsSync(path.join(folder, name));
const isAlive = async (name: string) => {
  const pid = Number(await readFile(path.join(folder, name), "utf8"));
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("joined parts run in parallel and print one after the other; a failed part stops no other, and the run fails", async () => {
  const { ended } = await runParts(["no-such-part", "killed", "first+second", "third"], {
    killed: "process.kill(process.ppid, 'SIGKILL'); process.kill(process.pid, 'SIGKILL');",
    first: "console.log('begins'); note('begun'); await wait('over'); console.log('ends');",
    second:
      "await wait('begun'); console.log('second'); console.error('why'); note('over'); process.exitCode = 1;",
    third: "console.log('third');",
  });
  const { stdout, stderr, status } = await ended;
  expect(stdout).toMatch(/begins\nends\n.*second\nwhy\n.*third\nProcessor: .*\n$/s);
  expect(stderr).toContain('Missing script: "no-such-part"');
  expect(stderr).toMatch(/Failed: no-such-part, killed, second\n$/);
  expect(status).toBe(1);
});

test("a passing run exits with 0 and prints the CPU time of each part", async () => {
  const loop = "for (let done = 0; done < 1e7; done++);"; // cpuUsage itself is costly
  const expensive = `while (process.cpuUsage().user < 1_000_000) ${loop} console.log('good');`;
  const { ended } = await runParts(["good+good", "dear"], { good: "console.log('good');", dear: expensive });
  const { stdout, status } = await ended;
  expect([stdout.match(/^good$/gm), status]).toEqual([["good", "good", "good"], 0]);
  const [, whole, good, last] = /^Processor: (\d+) s \(good (\d+), dear (\d+)\)$/m.exec(stdout) ?? [];
  expect(Number(last)).toBeGreaterThanOrEqual(1);
  expect(Number(whole)).toBeGreaterThanOrEqual(Number(last));
  expect(Number(good)).toBeLessThan(Number(whole));
});

test("Ctrl-C ends every running part and starts no other", async () => {
  const { pid, ended } = await runParts(["first+second", "third"], {
    first: "note('first'); setInterval(() => {}, 1000);",
    second: "note('second'); setInterval(() => {}, 1000);",
    third: "note('third');",
  });
  await expect.poll(() => hasFile("first") && hasFile("second")).toBe(true);
  process.kill(-pid, "SIGINT"); // as a terminal sends it: to the whole group
  expect((await ended).status).toBe(1);
  await expect.poll(async () => [await isAlive("first"), await isAlive("second")]).toEqual([false, false]);
  expect(hasFile("third")).toBe(false);
});
