import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { formatError } from "@/server/run-main";
import { runInProcess, runScript } from "@/test/support/processes/command";
import { createTestFolder } from "@/test/support/processes/test-folder";
import { catalogue } from "./catalogue";
import { createProgram, defineCommand } from "./command-line";
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

test.each([
  [[], "The command is missing"],
  [["go"], "There is no command “go”"],
  [["get"], "NAME is missing"],
  [["get", "school_name", "now"], "“now” is an unexpected argument"],
])("interfaces: wrong arguments %j are refused in one sentence", async (args, problem) => {
  const { code, stdout, stderr } = await runInProcess(settings, ...args);
  expect([code, stdout, stderr]).toEqual([1, "", `${problem}: --help explains the command.\n`]);
});

test.each([
  [["--nope"], "Unknown option '--nope'"],
  [["--from", "-x"], "Option '--from' argument is ambiguous"],
])("interfaces: wrong options %j are refused in one sentence", async (args, problem) => {
  const options = { from: { type: "string" } } as const;
  const program = createProgram("", defineCommand({ options, run: async () => {} }));
  const { code, stderr } = await runInProcess(program, ...args);
  expect([code, stderr]).toEqual([1, `${problem}: --help explains the command.\n`]);
});

test("a directory in whose place a file is is explained", async () => {
  const file = path.join(folder, "file");
  await writeFile(file, "");
  const { stderr } = await runInProcess(legal, "export", file);
  expect(stderr).toBe(`${file}: This is a file, not a directory.\n`);
});

test("a path without permission is explained", () => {
  const error = Object.assign(new Error("EACCES: permission denied"), {
    code: "EACCES",
    path: "/root/logo.svg",
  });
  expect(formatError(error)).toBe("/root/logo.svg: You have no permission for this path."); // root may read all
});

test("a directory instead of the file of variables is explained", async () => {
  const stderr = `${folder} cannot be read as a file of variables.\n`;
  expect(await runScript("keys", ["list"], { ENV_FILE: folder })).toEqual({ code: 1, stdout: "", stderr });
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

test("interfaces: a command before the first start creates the database, and says so on stderr", async () => {
  const env = { DATABASE_URL: "", DATA_DIR: `${folder}/new` };
  const stderr = `There is no database in ${env.DATA_DIR} yet: creating one.\n`;
  const set = await runScript("settings", ["set", "school_name", "School"], env);
  expect(set).toMatchObject({ code: 0, stderr });
  const get = await runScript("settings", ["get", "school_name"], env);
  expect(get).toEqual({ code: 0, stdout: "School\n", stderr: "" });
});

test("the doctor explains itself, and refuses arguments that it does not know", async () => {
  const doctor = (...args: string[]) => runScript("doctor", args);
  const help = await doctor("--help");
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining("doctor -- [--json]")]);
  for (const args of [["--jason"], ["database"]]) {
    const { code, stdout, stderr } = await doctor(...args);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(args[0] as string)]);
    expect(stderr).toMatch(/^[^\n.]+: --help explains the command\.\n$/);
  }
});
