import { execFile } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { blocksOf } from "@/test/read-documents";
import { expect, test } from "../support/test";

const run = promisify(execFile);

test("integrators 15: the Playwright package's example and first flow run as somebody outside runs them", async ({
  school,
  database,
}) => {
  await install("test-results/outside");
  const { stdout } = await run(
    process.execPath,
    ["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/sandbox/example.config.ts"],
    { env: { ...outside(), MATRICULA_URL: school.url, MATRICULA_TEST_KEYS: process.env.E2E_TEST_KEY } },
  );
  expect(stdout).toContain("3 passed");

  // Its messages were the sandbox's (the example reads them there), and nothing of it reached the school.
  const live = await database.query(
    "select 1 from people where sandbox_id = 0 and email = 'ada@example.org'",
  );
  expect(live).toEqual([]);
});

/** A tester's project with what `npm pack` makes, and the flow that the README prints. */
async function install(folder: string) {
  await rm(folder, { recursive: true, force: true });
  const source = path.join(folder, "source");
  await cp("clients/playwright", source, { recursive: true });
  const { stdout } = await run("npm", ["pack", "--silent"], { cwd: source });
  const packed = path.join(folder, "node_modules/matricula-playwright");
  await mkdir(packed, { recursive: true });
  await run("tar", ["xzf", path.join(source, stdout.trim()), "--strip-components=1", "-C", packed]);
  const printed =
    blocksOf("clients/playwright/README.md").find(({ language }) => language === "ts")?.text ?? "";
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
  await writeFile(path.join(folder, "first.spec.ts"), printed);
}

/** This process's environment without what Playwright tells its own workers. */
const outside = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:TEST_|PW_|PLAYWRIGHT_)/.test(name)),
  ) as NodeJS.ProcessEnv;
