import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "../support/test";

test("integrators 15: the Playwright package's example runs as somebody outside runs it", async ({
  school,
  database,
}) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/sandbox/example.config.ts"],
    { env: { ...outside(), MATRICULA_URL: school.url, MATRICULA_TEST_KEYS: process.env.E2E_TEST_KEY } },
  );
  expect(stdout).toContain("2 passed");

  // Its messages were the sandbox's (the example reads them there), and nothing of it reached the school.
  const live = await database.query(
    "select 1 from people where sandbox_id = 0 and email = 'ada@example.org'",
  );
  expect(live).toEqual([]);
});

/** This process's environment without what Playwright tells its own workers. */
const outside = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:TEST_|PW_|PLAYWRIGHT_)/.test(name)),
  ) as NodeJS.ProcessEnv;
