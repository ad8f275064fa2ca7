import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const folder = await mkdtemp(path.join(tmpdir(), "summary-"));
afterAll(() => rm(folder, { recursive: true }));

test("counts the tests of both runs and names the skipped ones", async () => {
  const unitTests = [
    { fullName: "adds", status: "passed" },
    { fullName: "breaks", status: "failed" },
    { fullName: "never", status: "pending" },
  ];
  const unit = { testResults: [{ name: path.join(folder, "some.test.ts"), assertionResults: unitTests }] };
  const flow = (title: string, status: string) => ({ title, tests: [{ status }] });
  const inner = {
    title: "a form",
    file: "a.spec.ts",
    specs: [flow("opens", "unexpected"), flow("shuts", "skipped")],
  };
  const file = { title: "a.spec.ts", file: "a.spec.ts", specs: [flow("stays", "expected")], suites: [inner] };
  await mkdir(path.join(folder, "test-results"));
  await writeFile(path.join(folder, "test-results/unit.json"), JSON.stringify(unit));
  await writeFile(path.join(folder, "test-results/e2e.json"), JSON.stringify({ suites: [file] }));
  const { stdout } = await run(process.execPath, [path.resolve(".ci/summary.mjs"), "1"], { cwd: folder });
  expect(stdout.split("\n")).toEqual([
    "Skipped: 2",
    "  some.test.ts › never",
    "  e2e/a.spec.ts › a form shuts",
    "2 passed, 2 failed",
    "",
  ]);
});
