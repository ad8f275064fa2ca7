import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { prisma } from "@/lib/prisma";
import { built } from "./build";
import { stopChildren } from "./children";
import { aMinor, anAdult } from "./factories";
import { spawnStart } from "./matricula";
import { otherBuild, secondBuild } from "./other-build";
import { ownPort } from "./ports";
import { aSchool } from "./school";
import { formClient } from "./soak/form-client";
import { throughTheForm } from "./through-the-form";

// SECOND_BUILD=real npx vitest run test/two-builds.test.ts makes the second one by `next build` from other
// sources, half a minute more than `npm test` has; else it is the first with other ids.
const REAL = process.env.SECOND_BUILD === "real";

/** Two machines with one database, each with a build of its own; the second has no tsx, no Prisma, no compiler, and writes nothing in its folder. */
let machines: string[];
let folder: string;
let other: string;
beforeAll(async () => {
  await built();
  await aSchool();
  folder = await mkdtemp(path.join(tmpdir(), "matricula-builds-"));
  other = await (REAL ? secondBuild : otherBuild)(path.join(folder, "other"));
  machines = await Promise.all([machine("one"), machine("two", other)]);
}, 900_000);
afterAll(async () => {
  await stopChildren();
  await rm(folder, { recursive: true, force: true });
});

const DRAFT_KEYS = randomBytes(32).toString("base64");

async function machine(name: string, release?: string): Promise<string> {
  const port = await ownPort();
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
      DRAFT_KEYS,
      FORM_MINIMUM_SECONDS: "0",
      SHUTDOWN_GRACE_SECONDS: "0",
    },
  });
  await start.until("Try it:");
  return `http://127.0.0.1:${port}`;
}

/** Gives each request to the next machine. */
async function roundRobin() {
  let turn = 0;
  const proxy = createServer((incoming, outgoing) => {
    const target = new URL(incoming.url ?? "/", machines[turn++ % machines.length]);
    const { method, headers } = incoming;
    // On a line of its own: one that was kept may be given up at this moment.
    const onward = request(target, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { base, close: () => proxy.close() };
}

const actionId = async (release: string, name: string) => {
  const file = path.join(release, ".next/server/server-reference-manifest.json");
  const { node } = JSON.parse(await readFile(file, "utf8")) as {
    node: Record<string, { exportedName: string }>;
  };
  return Object.keys(node).find((id) => node[id]?.exportedName === name) as string;
};

test("ten families through a round robin of two builds, none lost", { timeout: 400_000 }, async () => {
  expect(await actionId(other, "saveStep")).not.toBe(await actionId(".", "saveStep"));
  const proxy = await roundRobin();
  const families = Array.from({ length: 10 }, (_, at) => (at % 2 ? anAdult() : aMinor({ guardians: 2 })));
  const comeBack = (seconds: number) => sleep(seconds * 1000); // where a busy machine says so
  const through = (body: (typeof families)[number]) => throughTheForm(proxy.base, body, undefined, comeBack);
  const references = await Promise.all(families.map(through));
  proxy.close();
  const stored = await prisma().enrollment.findMany({ select: { reference: true } });
  expect(references.sort()).toEqual(stored.map(({ reference }) => reference).sort());
  expect(new Set(references).size).toBe(10);
});

test.runIf(REAL)("each machine serves its own version, with its own words and scripts", async () => {
  const page = async (base = "") => (await fetch(`${base}/enroll/birth-date`)).text();
  const [one, two] = [await page(machines[0]), await page(machines[1])];
  expect([one.includes("Adelante"), two.includes("Adelante")]).toEqual([false, true]);
  const scripts = (html: string) => new Set(html.match(/\/_next\/static\/[\w/.~-]+\.js/g));
  expect([...scripts(two)].filter((script) => !scripts(one).has(script)).length).toBeGreaterThan(0);
});

test("what the image keeps of the sources is enough for the pages that read some", async () => {
  expect((await fetch(`${machines[1]}/docs`)).status).toBe(200);
});

test("a script's call by the other build's id is answered; by nobody's it is not", async () => {
  const call = async (id: string) => {
    const [base = ""] = machines;
    const headers = { "Next-Action": id, Origin: base, "Content-Type": "text/plain;charset=UTF-8" };
    const init = { method: "POST", headers, body: "[]", redirect: "manual" } as const;
    return (await fetch(`${base}/enroll/delete`, init)).headers.get("x-nextjs-action-not-found");
  };
  expect(await call(await actionId(other, "clearDraft"))).toBeNull();
  expect(await call(`00${"1".repeat(40)}`)).toBe("1");
});

test("an id that nobody knows keeps what was typed and leads back to the step", async () => {
  const client = formClient(machines[0] as string);
  await client.open("/ca/enroll/birth-date");
  const known = await actionId(".", "saveStep");
  const typed = {
    student_birth_date_day: "41",
    student_birth_date_month: "abc",
    student_birth_date_year: "1990",
  };
  client.alter((page) => page.replaceAll(known, `70${"1".repeat(40)}`));
  expect(await client.post(typed)).toBe(200);
  expect(client.address()).toBe("/ca/enroll/birth-date");
  for (const [name, value] of Object.entries(typed)) expect(client.valueOf(name)).toBe(value);
});
