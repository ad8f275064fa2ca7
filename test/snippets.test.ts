import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "./api";
import { aSchool } from "./school";
import { schoolYears } from "./school-years";

const FOLDER = "docs/snippets";
const PROGRAMS: Record<string, string> = { sh: "sh", mjs: process.execPath, py: "python3", php: "php" };

let api: Api;
beforeAll(async () => {
  await aSchool();
  api = await startApi();
});
afterAll(() => api.stop());

test.for(readdirSync(FOLDER))("the documentation's %s runs as it is printed", async (file, context) => {
  const program = PROGRAMS[file.split(".").at(-1) ?? ""] as string;
  const needed = file.endsWith(".sh") ? "curl" : program;
  const present = await run(needed, ["--version"]).then(
    () => true,
    () => false,
  );
  if (!present) return context.skip(`${needed} is not on this machine`);

  const { stdout } = await run(program, [`${FOLDER}/${file}`]);
  if (file.startsWith("read-")) expect(JSON.stringify(read(stdout))).toContain('"school_hours"');
  else expect(stdout).toMatch(/^[34679A-Z]{8}\s*$|Enrollment created successfully\./);
});

const read = (text: string) => JSON.parse(text);

const run = (program: string, args: string[]) =>
  promisify(execFile)(program, args, {
    env: {
      ...process.env,
      BASE_URL: api.base,
      API_KEY: api.key,
      SCHOOL_YEAR: String(schoolYears().current),
    },
  });
