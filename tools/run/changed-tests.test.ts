import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findChangedTests } from "./changed-tests";

const here = process.cwd();
const folder = mkdtempSync(path.join(tmpdir(), "matricula-changed-"));
afterAll(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true });
});

const write = (file: string) => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, String(Math.random()));
};
const commit = () => {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  execFileSync("git", ["add", "-A"]);
  execFileSync("git", [...author, "commit", "-qm", "Something"]);
};

test("finds the folders of uncommitted and new files, or of the last commit", () => {
  process.chdir(folder);
  execFileSync("git", ["init", "-q"]);
  for (const file of [
    "lib/mail/pause.ts",
    "docs/mail.md",
    "test/support/servers/api.ts",
    "app/[locale]/(site)/page.tsx",
  ])
    write(file);
  commit();
  write("lib/mail/pause.ts");
  write("docs/mail.md");
  write("test/support/servers/api.ts");
  commit();
  expect(findChangedTests()).toEqual(["lib/mail/"]);

  write("app/[locale]/(site)/page.tsx");
  write("test/system/start.test.ts");
  expect(findChangedTests()).toEqual(["app/[locale]/(site)/", "test/system/start.test.ts"]);
});
