import { execFile } from "node:child_process";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { blocksOf } from "@/test/read-documents";
import { expect, test } from "../support/test";

const run = promisify(execFile);

test("integrators 15: the Playwright package's example and first flow run as somebody outside runs them", async ({
  school,
  database,
}) => {
  const folder = path.resolve("test-results/outside");
  await install(folder);
  const { stdout } = await run(
    "npx",
    ["playwright", "test", "--config", path.resolve("e2e/sandbox/example.config.ts")],
    {
      cwd: folder,
      env: { ...outside(), MATRICULA_URL: school.url, MATRICULA_TEST_KEYS: process.env.E2E_TEST_KEY },
    },
  );
  expect(stdout).toContain("3 passed");

  // Its messages were the sandbox's (the example reads them there), and nothing of it reached the school.
  const live = await database.query(
    "select 1 from people where sandbox_id = 0 and email = 'ada@example.org'",
  );
  expect(live).toEqual([]);
});

/**
 * A tester's project, made and filled as the README says, with its flow and the package's example. Without a network:
 * what npm would fetch, Playwright, is linked from here.
 */
async function install(folder: string) {
  await rm(folder, { recursive: true, force: true });
  const source = path.join(folder, "source");
  await cp("clients/playwright", source, { recursive: true });
  const { stdout } = await run("npm", ["pack", "--silent"], { cwd: source });
  await run("npm", ["init", "-y"], { cwd: folder });
  const packages = [path.join(source, stdout.trim()), path.resolve("node_modules/@playwright/test")];
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", ...packages], { cwd: folder });
  await rm(source, { recursive: true }); // its flows are not the project's
  const printed =
    blocksOf("clients/playwright/README.md").find(({ language }) => language === "ts")?.text ?? "";
  await writeFile(path.join(folder, "first.spec.ts"), printed);
  const example = await readFile("clients/playwright/example.spec.ts", "utf8");
  await writeFile(
    path.join(folder, "example.spec.ts"),
    example.replace('"./index.js"', '"matricula-playwright"'),
  );
}

/** This process's environment without what Playwright tells its own workers. */
const outside = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:TEST_|PW_|PLAYWRIGHT_)/.test(name)),
  ) as NodeJS.ProcessEnv;
