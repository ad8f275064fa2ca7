import { execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { createDeskSession } from "@/e2e/support/pages/desk-session";
import { UNKNOWN_ACTION_HEADER } from "@/lib/http/next-internals";
import { locales } from "@/lib/i18n/locales";
import { storedRenderFailure } from "@/lib/mail/check-rendering";
import { mailKinds } from "@/lib/mail/mail-kinds";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import packageJson from "@/package.json" with { type: "json" };
import { ACTION_KEY } from "@/server/build/build";
import { type HtmlForm, parseForms } from "@/test/support/http/html-forms";
import { isForDevelopment } from "@/tools/release/package-files";
import { createFormClient } from "../soak/form-client";
import { seedDemoSchool } from "../support/data/demo-school";
import { aMinor, anAdult } from "../support/data/factories";
import { completeForm } from "../support/http/complete-form";
import { killWithTests } from "../support/processes/child-processes";
import { reservePort } from "../support/processes/free-port";
import { createTestFolder } from "../support/processes/test-folder";
import { readActionManifest } from "../support/servers/action-manifest";
import { startForwardingProxy } from "../support/servers/http-server";
import { spawnStart } from "../support/servers/npm-start";
import { copyAsOtherBuild, makeSecondBuild } from "../support/servers/other-build";
import { ensureBuild } from "../support/servers/production-build";

// `npm run night:builds` (SECOND_BUILD=real) builds changed sources, which takes half a minute more;
// otherwise the same build under another id.
const REAL = process.env.SECOND_BUILD === "real";

/**
 * Two machines with one database and different builds; the second has no development packages and a
 * read-only folder.
 */
let machines: string[];
const folder = await createTestFolder();
let other: string;
beforeAll(async () => {
  await ensureBuild();
  await seedDemoSchool();
  other = await (REAL ? makeSecondBuild : copyAsOtherBuild)(path.join(folder, "other"));
  machines = await Promise.all([startMachine("one"), startMachine("two", other)]);
});

const DRAFT_KEYS = randomBytes(32).toString("base64");

async function startMachine(name: string, release?: string): Promise<string> {
  const port = await reservePort();
  const start = spawnStart({
    dataDir: path.join(folder, name),
    folder: release,
    readOnly: release !== undefined,
    env: {
      PORT: String(port),
      PROCESSES: "1",
      DATABASE_URL: env.DATABASE_URL as string,
      DATABASE_POOL_SIZE: "5",
      APP_URL: "http://localhost:3000",
      MAIL_TRANSPORT: "mailbox",
      MAILBOX_OPEN: "true",
      DRAFT_KEYS,
      RATE_LIMIT_FORM_SENDS_PER_HOUR: "0",
    },
  });
  await start.until("Try it:");
  return `http://127.0.0.1:${port}`;
}

/** Calls the action of "delete my answers" like its script. */
function callByScript(action: string) {
  const [base = ""] = machines;
  const headers = { "Next-Action": action, Origin: base, "Content-Type": "text/plain;charset=UTF-8" };
  return fetch(`${base}/enroll/delete`, { method: "POST", headers, body: "[]", redirect: "manual" });
}

test("ten families enroll through a round robin of two builds", async () => {
  const [manifest, otherManifest] = [readActionManifest(), readActionManifest(other)];
  expect(Object.keys(otherManifest.node), "machines know each other's forms").toEqual(
    Object.keys(manifest.node),
  );
  expect(manifest.encryptionKey).toBe(ACTION_KEY);
  let turn = 0;
  const proxy = await startForwardingProxy(() => String(machines[turn++ % machines.length]));
  const families = Array.from({ length: 10 }, (_, index) =>
    index % 2 ? anAdult() : aMinor({ guardians: 2 }),
  );
  const waitForRetry = (seconds: number) => sleep(seconds * 1000); // where a busy machine says so
  const enrollThroughProxy = (body: (typeof families)[number]) =>
    completeForm(proxy.url, body, undefined, waitForRetry);
  const references = await Promise.all(families.map(enrollThroughProxy));
  proxy.close();
  const stored = await prisma().enrollment.findMany({ select: { reference: true } });
  expect(references.sort()).toEqual(stored.map(({ reference }) => reference).sort());
  expect(new Set(references).size).toBe(10);
});

test.runIf(REAL)("each machine serves the texts and scripts of its own build", async () => {
  const page = async (base = "") => (await fetch(`${base}/enroll/birth-date`)).text();
  const [one, two] = [await page(machines[0]), await page(machines[1])];
  expect([one.includes("Adelante"), two.includes("Adelante")]).toEqual([false, true]);
  const scripts = (html: string) => new Set(html.match(/\/_next\/static\/[\w/.~-]+\.js/g));
  expect([...scripts(two)].filter((script) => !scripts(one).has(script)).length).toBeGreaterThan(0);
});

test("the image contains the sources that pages read", async () => {
  expect((await fetch(`${machines[1]}/docs`)).status).toBe(200);
});

describe("a page of another build", () => {
  /** As if the actions had other ids. */
  const withUnknownActions = (page: string) =>
    page.replaceAll(/(?<="id":"|&quot;id&quot;:&quot;)[0-9a-f]{42}/g, UNKNOWN);
  const UNKNOWN = `70${"1".repeat(40)}`;
  const typed = {
    student_birth_date_day: "41",
    student_birth_date_month: "abc",
    student_birth_date_year: "1990",
  };

  test.each([
    ["", (page: string) => page],
    [
      "before pages had the field `asked`",
      (page: string) => page.replace(/<input[^>]* name="asked"[^>]*>/, ""),
    ],
  ])("keeps the input of a step and shows the step with a notice %s", async (_, change) => {
    const client = createFormClient(machines[0] as string);
    await client.open("/ca/enroll/birth-date?from=check");
    client.alter((page) => change(withUnknownActions(page)));
    expect(await client.post(typed)).toBe(200);
    expect(client.address()).toBe("/ca/enroll/birth-date");
    expect(client.page().includes("Hem renovat aquesta pàgina")).toBe(true);
    for (const [name, value] of Object.entries(typed)) expect(client.valueOf(name)).toBe(value);
    await client.open("/ca/enroll/birth-date");
    expect(client.page().includes("Hem renovat aquesta pàgina")).toBe(false);
  });

  test("keeps the input of a desk page for the signed-in member", async () => {
    const query = async (text: string, values: unknown[] = []) => (await getPool().query(text, values)).rows;
    const cookie = `desk=${await createDeskSession({ query }, "admin", "Marta")}`;
    const url = `${machines[0]}/en/desk/staff`;
    const readInviteForm = async (cookies: string) =>
      parseForms(await (await fetch(url, { headers: { cookie: cookies } })).text()).find(
        isInviteForm,
      ) as HtmlForm;
    const isInviteForm = ({ controls }: HtmlForm) => controls.some(({ name }) => name === "email");
    const findEmail = ({ controls }: HtmlForm) => controls.find(({ name }) => name === "email");

    const form = await readInviteForm(cookie);
    Object.assign(findEmail(form) ?? {}, { value: "nueva@escuela.example" });
    const body = new FormData();
    for (const [name, value] of form.post()) body.append(name, withUnknownActions(String(value)));
    const post = {
      method: "POST",
      body,
      redirect: "manual",
      headers: { cookie, origin: String(machines[0]) },
    };
    const answer = await fetch(url, post as RequestInit);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/en/desk/staff"]);
    const inputCookie = String(answer.headers.get("set-cookie")).split(";")[0];
    const restored = await readInviteForm(`${cookie}; ${inputCookie}`);
    expect(findEmail(restored)?.value).toBe("nueva@escuela.example");
    const page = await fetch(url, { headers: { cookie: `${cookie}; ${inputCookie}` } });
    expect(await page.text()).toContain("This page changed while you were filling it in.");
  });

  test("shows an error with a link to the page where input cannot be kept", async () => {
    const client = createFormClient(machines[0] as string);
    await client.open("/en/sign-in");
    client.alter(withUnknownActions);
    expect(await client.post({ email: "a@example.com", password: "a password" })).toBe(409);
    expect(client.page()).toContain("<h1>This page has changed</h1>");
    expect(client.page()).toMatch(/<a [^>]*href="\/en\/sign-in">Open the page<\/a>/);
  });

  test("is reported to a script by Next's header", async () => {
    const answer = await callByScript(UNKNOWN);
    expect([answer.status, answer.headers.get(UNKNOWN_ACTION_HEADER)]).toEqual([409, "1"]);
  });
});

describe("Next's internals are as expected", () => {
  test("renders the page of an action's redirect without waiting for a free slot", async () => {
    const { node } = readActionManifest();
    const id = Object.keys(node).find((id) => node[id]?.exportedName === "deleteDraftAction") as string;
    // More than run at once: a nested wait would deadlock.
    const answers = await Promise.all(Array.from({ length: 12 }, () => callByScript(id)));
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    expect(pages.filter((page) => !page.includes("/enroll/birth-date"))).toEqual([]);
  });

  test("its configuration is read without a compiler", () => {
    const program = `
      import { loadConfigWithNode } from "./lib/http/next-internals.ts";
      loadConfigWithNode();
      const { default: { default: loadConfig } } = await import("next/dist/server/config.js");
      const { poweredByHeader } = await loadConfig("phase-production-server", process.cwd());
      const compilers = process.report.getReport().sharedObjects.filter((file) => file.includes("next-swc"));
      console.log(JSON.stringify({ poweredByHeader, compilers }));`;
    const args = ["--import", "tsx", "--input-type=module", "-e", program];
    const output = execFileSync(process.execPath, args, { encoding: "utf8" });
    expect(JSON.parse(output)).toEqual({ poweredByHeader: false, compilers: [] });
  });
});

describe("a release", () => {
  const run = (...args: string[]) =>
    promisify(execFile)(path.join(other, "node_modules/.bin/node"), args, {
      cwd: other,
      env: {} as NodeJS.ProcessEnv,
    });

  test("has everything that a command needs", async () => {
    const args = packageJson.scripts.catalogue.split(" ").slice(1);
    expect((await run(...args, "--help")).stdout).toContain("npm run catalogue -- ");
  });

  test("has every command, and every package that its programs import", async () => {
    const { stdout } = await run("--input-type=module", "-e", IMPORT_ALL);
    const failed: Record<string, string> = JSON.parse(stdout);
    const developmentOnly = Object.keys(failed).filter((name) =>
      isForDevelopment(`node_modules/${getPackageName(name)}`),
    );
    expect(developmentOnly).toContain("esbuild");
    for (const name of developmentOnly) delete failed[name];
    expect(failed).toEqual({});
  });

  test("renders every kind of mail where it serves", async () => {
    const previews = mailKinds.flatMap((kind) => locales.map((locale) => `preview.${kind}.${locale}.html`));
    const failed: string[] = [];
    for (const file of previews) {
      const answer = await fetch(`${machines[1]}/mailbox/${file}`); // one by one, because of load shedding
      if (answer.status !== 200) failed.push(`${answer.status} ${file}`);
    }
    expect(failed).toEqual([]);
  });

  test("renders every kind of mail where it delivers them", async () => {
    const cwd = other;
    const { PATH } = process.env;
    const worker = killWithTests(
      spawn(path.join(other, "node_modules/.bin/node"), WORKER, {
        cwd,
        env: {
          NODE_ENV: "production",
          PATH,
          DATABASE_URL: env.DATABASE_URL,
          APP_URL: machines[1],
          MAIL_TRANSPORT: "mailbox",
          DATA_DIR: folder,
        },
        stdio: ["ignore", "pipe", "inherit"],
      }),
    );
    let printed = "";
    worker.stdout.on("data", (chunk) => (printed += chunk));
    await expect.poll(() => printed).toContain("Delivering e-mails.");
    expect(await storedRenderFailure()).toBeUndefined();
    expect(printed).not.toContain("CANNOT BE RENDERED");
    await expect.poll(() => prisma().mailMessage.count({ where: { state: "queued" } })).toBe(0);
    expect(await prisma().mailMessage.count({ where: { state: { not: "sent" } } })).toBe(0);
  });
});

/** Arguments of `npm run worker`, without a shell that would survive a kill. */
const WORKER = packageJson.scripts.worker.split(" ").slice(2);

/** Imports the compiled commands, and the packages of all programs; prints failures. */
const IMPORT_ALL = `
  import { globSync, readFileSync } from "node:fs";
  const texts = globSync(".next/run/**/*.mjs").map((file) => readFileSync(file, "utf8"));
  const named = texts.flatMap((text) => [...text.matchAll(/^(?:} from|import(?: .* from)?) "([^."][^"]*)"|\\bimport\\("([^."][^"]*)"\\)/gm)]);
  const packages = [...new Set(named.map(([, first, later]) => first ?? later))].filter((name) => !name.startsWith("node:"));
  const commands = globSync(".next/run/commands/*.mjs").map((file) => "./" + file);
  if (commands.length < 12) throw new Error("commands are missing: " + commands);
  const failed = {};
  for (const name of [...commands, ...packages]) await import(name).catch(() => import(name, { with: { type: "json" } })).catch((error) => { failed[name] = error.message; });
  console.log(JSON.stringify(failed));
  process.exit();`;
const getPackageName = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0];
