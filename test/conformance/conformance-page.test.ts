import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ruleIds } from "./rules";

const proofs = readFileSync("docs/conformance.md", "utf8")
  .split("\n")
  .map((line) => /^\| (\d[\d.-]*) +\| .* \| (.*) \| (.*) \|$/.exec(line)?.slice(1) as string[])
  .filter(Boolean)
  .map(([id = "", api = "", browser = ""]) => ({
    id,
    files: [...`${api} ${browser}`.matchAll(/`([^`]+)`/g)].map(([, file]) => file as string),
  }));

test("docs/conformance.md has every rule once", () => {
  expect(proofs.map(({ id }) => id)).toEqual(ruleIds);
});

test.each(proofs)("$id is cited where docs/conformance.md says so", ({ id, files }) => {
  expect(files).not.toEqual([]);
  for (const file of files) expect(readFileSync(file, "utf8"), file).toContain(id);
});

test("--judge reports rules that failed or have no test, and writes nothing", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "conformance-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["test-results", "docs"]) mkdirSync(path.join(folder, name));
  const judge = (statuses: Record<string, string>, ...args: string[]) => {
    const titles = ruleIds.map((id) => (id.length > 1 ? `${id}: a case` : `${id}: a case of a chapter`));
    const assertionResults = titles.map((title, at) => ({
      title,
      fullName: title,
      status: statuses[ruleIds[at] as string] ?? "passed",
    }));
    const unit = { testResults: [{ name: `${folder}/some.test.ts`, assertionResults }] };
    writeFileSync(path.join(folder, "test-results/unit.json"), JSON.stringify(unit));
    writeFileSync(path.join(folder, "test-results/e2e.json"), JSON.stringify({ suites: [] }));
    const program = [
      "--import",
      import.meta.resolve("tsx"),
      path.resolve("test/conformance/run.ts"),
      ...args,
    ];
    return promisify(execFile)(process.execPath, program, { cwd: folder }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }) => ({ code, said: stderr as string }),
    );
  };
  const written = path.join(folder, "docs/conformance.md");
  expect(await judge({ "4.3-8": "failed", "4.4-9": "skipped" }, "--judge")).toEqual({
    code: 1,
    said: expect.stringMatching(/4\.3-8 .*: 1 failed\n4\.4-9 .*: no case/),
  });
  expect([(await judge({}, "--judge")).code, existsSync(written)]).toEqual([0, false]);
  expect([(await judge({ "4.3-8": "failed" })).code, (await judge({})).code]).toEqual([1, 0]);
  expect(readFileSync(written, "utf8")).toMatch(/^\| 4\.3-8 +\| .* \| `some\.test\.ts` \| +\|$/m);
});
