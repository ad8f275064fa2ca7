import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrations";
import { anAdult } from "@/test/support/data/factories";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import type { HttpResponse } from "@/test/support/http/http-client";
import { signalAll } from "@/test/support/processes/signal";
import { startServerProcess } from "@/test/support/servers/server-process";

// A PostgreSQL of this file's own, to be stopped and killed, and a server process on it.
let postgres: Awaited<ReturnType<typeof openEmbedded>>;
const dataDir = await mkdtemp(path.join(tmpdir(), "matricula-away-"));
postgres = await openEmbedded(dataDir, () => {});
await migrate(postgres.url);
const server = await startServerProcess({ DATABASE_URL: postgres.url });
afterAll(async () => {
  await server.stop();
  await postgres.release();
  await rm(dataDir, { recursive: true, force: true });
});

const postmaster = () =>
  Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);

/** The whole of PostgreSQL: the postmaster first, which begins no session from then on, and those that there are. */
function signalWhole(signal: "SIGSTOP" | "SIGCONT") {
  signalAll([postmaster()], signal);
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(postmaster())], { encoding: "utf8" });
  signalAll(children.trim().split(/\s+/).map(Number), signal);
}

async function restart() {
  await postgres.release();
  postgres = await openEmbedded(dataDir, () => {});
}

const read = () =>
  server.send("GET", "academic/subjects", { body: { school_year_id: getSchoolYearIds().current } });
const write = (adult = anAdult()) => server.send("POST", "academic/adult_enrollment", { body: adult });
const load = () => Promise.all(Array.from({ length: 30 }, (_, at) => (at % 2 ? read() : write())));

async function connected(config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url, ...config });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Without the database every answer is a 503 in JSON that says when to come back. */
function expectAway(answers: HttpResponse[]) {
  for (const { status, headers, error, text } of answers) {
    expect([status, text.includes("stack")]).toEqual([503, false]);
    expect(["unavailable", "outcome_unknown"]).toContain(error?.code);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
}

async function expectHealed() {
  await expect.poll(async () => (await read()).status).toBe(200);
  await expect.poll(async () => (await write()).status).toBe(201);
  expect((await load()).map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
}

const ways: [how: string, takeAway: () => void, bringBack: () => Promise<void> | void][] = [
  ["shut down", () => process.kill(postmaster(), "SIGINT"), restart],
  ["killed", () => process.kill(postmaster(), "SIGKILL"), restart],
  ["frozen", () => signalWhole("SIGSTOP"), () => signalWhole("SIGCONT")],
];

describe.each(ways)("PostgreSQL %s under load", (_, takeAway, bringBack) => {
  test("every request is answered: stored and read, or 503; it recovers without a restart", async () => {
    await expectHealed();
    const underway = [load(), load()];
    takeAway();
    for (const answers of await Promise.all([...underway, load()])) {
      const away = answers.filter(({ status }) => status !== 200 && status !== 201);
      expectAway(away);
    }
    await expect.poll(async () => (await read()).status).toBe(503);
    expectAway(await load());
    expect((await server.send("GET", "general/nothing")).status).toBe(503); // no key can be checked
    const health = async (name: string) => (await fetch(`${server.base}/${name}`)).status;
    expect([await health("healthz"), await health("readyz")]).toEqual([200, 503]);
    await bringBack();
    await expectHealed();
    await expect.poll(() => health("readyz")).toBe(200);
  });

  test("every 201 is stored, every 503 can be sent again", async () => {
    const adults = Array.from({ length: 20 }, () => anAdult());
    const first = Promise.all(adults.map(write));
    takeAway();
    const answers = await first;
    await bringBack();
    await expectHealed();
    for (const [at, adult] of adults.entries()) {
      const again = await write(adult);
      const first = answers[at];
      if (first?.status === 201) expect(again.status).toBe(409);
      else if (first?.error?.code === "unavailable")
        expect(again.status).toBe(201); // "nothing was stored"
      else expect([201, 409]).toContain(again.status);
    }
  });
});

describe("a commit that waits for a lost standby", () => {
  /** Every commit waits from now on; returns how to let them through again. */
  async function loseStandby() {
    const outside = await connected();
    const reload = async (sql: string) => {
      await outside.query(sql);
      await outside.query("select pg_reload_conf()");
    };
    await reload("alter system set synchronous_standby_names = 'gone'");
    const writing = await connected({ query_timeout: 300 });
    const hangs = () =>
      writing.query("comment on table people is 'tried'").then(
        () => false,
        () => true,
      );
    await expect.poll(hangs).toBe(true); // the reload reaches its processes in a moment
    return async () => {
      await reload("alter system reset synchronous_standby_names");
      await Promise.all([outside.end(), writing.end()]);
    };
  }

  test("the outcome is unknown: 503, /readyz too, and a retry gets the first response", async () => {
    await expectHealed();
    const adult = anAdult();
    const headers = { "Idempotency-Key": randomUUID() };
    const letThrough = await loseStandby();
    const ready = async () => (await fetch(`${server.base}/readyz`)).text();
    const [first] = await Promise.all([
      server.send("POST", "academic/adult_enrollment", { body: adult, headers }),
      expect.poll(ready).toBe('{"status":"unavailable","reason":"write_hangs"}'),
    ]);
    expect((await read()).status).toBe(200);
    await letThrough();
    expect([first.status, first.error?.code]).toEqual([503, "outcome_unknown"]);
    expect(Number(first.headers["retry-after"])).toBeGreaterThan(0);
    expect(first.error?.message).not.toMatch(/nothing was stored/i);

    const again = () => server.send("POST", "academic/adult_enrollment", { body: adult, headers });
    await expect.poll(async () => (await again()).status).toBe(201);
    expect((await again()).headers["idempotency-replayed"]).toBe("true");
    await expect.poll(ready).toBe('{"status":"ready"}');
    const outside = await connected();
    const { rows } = await outside.query("select count(*)::int from people where email_key = $1", [
      adult.student_email,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
    await outside.end();
  });
});
