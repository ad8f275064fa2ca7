import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { APIRequestContext } from "@playwright/test";
import { readCodeBlocks } from "@/test/support/documents/documents";
import { expect, test } from "../support/test";

const run = promisify(execFile);

test("integrators 15: the Playwright package's example and first flow run as somebody outside runs them", async ({
  school,
  database,
  request,
}) => {
  const folder = path.resolve("test-results/outside");
  await createExampleProject(folder, request);
  const runTests = (...args: string[]) =>
    run("npx", ["playwright", "test", "--config", path.resolve("e2e/sandbox/example.config.ts"), ...args], {
      cwd: folder,
      env: {
        ...createEnvironment(),
        MATRICULA_URL: school.url,
        MATRICULA_TEST_KEYS: process.env.E2E_TEST_KEY,
      },
    });
  // Each flow creates its key; output contains failures.
  const { stdout } = await runTests("--workers", "2", "example", "first").catch((error) => error);
  expect(stdout).toContain("3 passed");
  await writeFile(path.join(folder, "red.spec.ts"), FAILING_TEST);
  const failed = await runTests("red").catch((error) => error);
  expect(failed.stdout).toContain("1 failed");
  expect(failed.stdout).toMatch(/attachment #\d+: outbox \(text\/plain\)[\s\S]*? to \S+@\S+: /);

  // The sandbox has the messages, the school nothing.
  const live = await database.query(
    "select 1 from people where sandbox_id = 0 and email = 'ada@example.org'",
  );
  expect(live).toEqual([]);
});

test("integrators 18: the guide's lines install both packages from this server, in every language", async ({
  school,
  request,
}) => {
  const folder = path.resolve("test-results/outside-client");
  const lines = await readInstallCommands(request, "/docs");
  expect(lines).toHaveLength(2);
  for (const page of ["/docs/es", "/docs/ca"])
    expect(await readInstallCommands(request, page)).toEqual(lines);
  for (const [index, name] of ["typescript", "playwright"].entries())
    expect(await readFile(`clients/${name}/README.md`, "utf8")).toContain(
      lines[index]?.replace(school.url, "http://localhost:3000"),
    );

  await createProject(folder);
  await installPackage(folder, lines[0] ?? "");
  const program = readExample("clients/typescript/README.md").replace("https://school.example", school.url);
  await writeFile(path.join(folder, "first.mts"), program);
  const { stdout } = await run(process.execPath, ["first.mts"], {
    cwd: folder,
    env: { ...createEnvironment(), API_KEY: school.key },
  });
  expect(stdout).toMatch(/^\d{4}\/\d{4}$/m);
});

test("integrators 18: a package is kept by its name, and one that is not there is not", async ({
  request,
}) => {
  const [line = ""] = await readInstallCommands(request, "/docs");
  const address = line.split(" ").at(-1) ?? "";
  const first = await request.get(address);
  const { etag = "", ...headers } = first.headers();
  expect(headers).toMatchObject({ "content-type": "application/gzip" });
  expect(headers["cache-control"]).toMatch(/^public, max-age=\d+$/);
  expect((await request.get(address, { headers: { "If-None-Match": etag } })).status()).toBe(304);
  for (const file of ["matricula-client-0.0.0.tgz", "made-from.json"])
    expect((await request.get(`/docs/packages/${file}`)).status(), file).toBe(404);
});

/** A flow that fails after submitting. */
const FAILING_TEST = `import { expect, test } from "matricula-playwright";
test("red", async ({ sandbox }) => {
  const [{ emails: [email] }] = await sandbox.seed();
  await sandbox.mail(email);
  expect(email).toBe("");
});
`;

/** Install commands in the documentation. */
async function readInstallCommands(request: APIRequestContext, page: string): Promise<string[]> {
  const html = await (await request.get(page)).text();
  return [...new Set(html.match(/npm install http[^\s<]+\.tgz(?: @[\w/-]+)?/g))]; // Next repeats what it shows
}

/** A tester's project made as the README says, with its flow and the package's example. */
async function createExampleProject(folder: string, request: APIRequestContext) {
  await createProject(folder);
  const [, line = ""] = await readInstallCommands(request, "/docs");
  await installPackage(
    folder,
    line.replace("@playwright/test", path.resolve("node_modules/@playwright/test")),
  );
  await writeFile(path.join(folder, "first.spec.ts"), readExample("clients/playwright/README.md"));
  const example = await readFile("clients/playwright/example.spec.ts", "utf8");
  await writeFile(
    path.join(folder, "example.spec.ts"),
    example.replace('"./index.js"', '"matricula-playwright"'),
  );
}

async function createProject(folder: string) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run("npm", ["init", "-y"], { cwd: folder });
}

/** Links Playwright instead of downloading it. */
async function installPackage(folder: string, line: string) {
  const [, ...args] = line.split(" ");
  const options = [
    "--registry",
    "http://127.0.0.1:9",
    "--no-audit",
    "--no-fund",
    "--cache",
    `${folder}/.npm`,
  ];
  await run("npm", [...args, ...options], { cwd: folder });
}

const readExample = (file: string) =>
  readCodeBlocks(file).find(({ language }) => language === "ts")?.text ?? "";

/** The environment without Playwright's worker variables. */
const createEnvironment = (): NodeJS.ProcessEnv =>
  ({
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(?:TEST_|PW_|PLAYWRIGHT_)/.test(name)),
    ),
    FORCE_COLOR: "0",
  }) as unknown as NodeJS.ProcessEnv;
