import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { runInProcess, runScript } from "@/test/support/processes/command";
import { createTestFolder } from "@/test/support/processes/test-folder";
import { catalogue } from "./catalogue";
import { legal } from "./legal";
import { privacy } from "./privacy";
import { reasons } from "./reasons";
import { settings } from "./settings";

test.each([
  ["a command", ["--import", "tsx", "commands/settings.ts", "--help"], [0]],
  ["the doctor", ["--import", "tsx", "commands/doctor.ts"], [0, 1]],
])("%s ends silently when its output is closed (… | head)", async (_, args, codes) => {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(stderr).not.toContain("EPIPE");
  expect(codes).toContain(code);
});

const folder = await createTestFolder();

test.each([
  ["setting logo", settings, "logo"],
  ["privacy replay", privacy, "replay"],
  ["catalogue import", catalogue, "import"],
  ["reasons import", reasons, "import"],
  ["reasons export", reasons, "export"],
  ["legal import", legal, "import"],
])("%s says in one sentence that its file cannot be read or written", async (_, commandLine, name) => {
  for (const file of [`${folder}/missing/file`, folder]) {
    const { code, stdout, stderr } = await runInProcess(commandLine, name, file);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      / no such file or directory|There is no file|directory, not a file|There is no .csv|holds no /,
    );
    expect(stderr).not.toMatch(/E[A-Z]{4,}|operation|open '/);
  }
});

test("a missing file is named", async () => {
  const { stderr } = await runInProcess(settings, "logo", "missing.svg");
  expect(stderr).toBe("missing.svg: There is no such file or directory.\n");
});

test.each([
  [
    "does not answer",
    "postgresql://nobody:x@127.0.0.1:1/none",
    "PostgreSQL does not answer at the address in DATABASE_URL (ECONNREFUSED).",
  ],
  [
    "does not exist",
    env.DATABASE_URL?.replace(/\/\w+(?=$|\?)/, "/none"),
    "The database that DATABASE_URL names does not exist. Create it first.",
  ],
])(
  "interfaces: a command says in one sentence that its database %s",
  async (_, DATABASE_URL = "", problem) => {
    for (const [script, arg] of [
      ["keys", "list"],
      ["database", "status"],
    ] as const)
      expect(await runScript(script, [arg], { DATABASE_URL })).toEqual({
        code: 1,
        stdout: "",
        stderr: `${problem}\n`,
      });
  },
);

test("interfaces: a command says that its DATA_DIR has no database, and creates none", async () => {
  const DATA_DIR = `${folder}/mistyped`;
  for (const [script, ...args] of [
    ["keys", "list"],
    ["privacy", "erase", "nobody@example.org"],
    ["settings", "set", "school_name", "School"],
    ["database", "status"],
  ] as [string, ...string[]][])
    expect(await runScript(script, args, { DATABASE_URL: "", DATA_DIR })).toEqual({
      code: 1,
      stdout: "",
      stderr: `There is no database in ${DATA_DIR} yet: npm start creates it.\n`,
    });
  expect(existsSync(DATA_DIR)).toBe(false);
});

test("the doctor explains itself, and refuses arguments that it does not know", async () => {
  const doctor = (...args: string[]) => runScript("doctor", args);
  const help = await doctor("--help");
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining("doctor -- [--json]")]);
  for (const args of [["--jason"], ["database"]]) {
    const { code, stdout, stderr } = await doctor(...args);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(args[0] as string)]);
    expect(stderr).toContain("doctor -- [--json]");
  }
});
