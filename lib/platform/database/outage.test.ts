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
const load = () => Promise.all(Array.from({ length: 30 }, (_, index) => (index % 2 ? read() : write())));

async function connect(config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url, ...config });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Without the database every response is a 503 in JSON with Retry-After. */
function expectUnavailable(answers: HttpResponse[]) {
  for (const { status, headers, error, text } of answers) {
    expect([status, text.includes("stack")]).toEqual([503, false]);
    expect(["unavailable", "outcome_unknown"]).toContain(error?.code);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
}

async function expectRecovered() {
  await expect.poll(async () => (await read()).status).toBe(200);
  await expect.poll(async () => (await write()).status).toBe(201);
  expect((await load()).map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
}

const outages: [name: string, stop: () => void, recover: () => Promise<void> | void][] = [
  ["shut down", () => process.kill(postmaster(), "SIGINT"), restart],
  ["killed", () => process.kill(postmaster(), "SIGKILL"), restart],
  ["frozen", () => signalWhole("SIGSTOP"), () => signalWhole("SIGCONT")],
];

describe.each(outages)("PostgreSQL %s under load", (_, stop, recover) => {
  test("every request is answered: stored and read, or 503; it recovers without a restart", async () => {
    await expectRecovered();
    const running = [load(), load()];
    stop();
    for (const answers of await Promise.all([...running, load()])) {
      const failed = answers.filter(({ status }) => status !== 200 && status !== 201);
      expectUnavailable(failed);
    }
    await expect.poll(async () => (await read()).status).toBe(503);
    expectUnavailable(await load());
    expect((await server.send("GET", "general/nothing")).status).toBe(503); // no key can be checked
    const health = async (name: string) => (await fetch(`${server.base}/${name}`)).status;
    expect([await health("healthz"), await health("readyz")]).toEqual([200, 503]);
    await recover();
    await expectRecovered();
    await expect.poll(() => health("readyz")).toBe(200);
  });

  test("every 201 is stored, every 503 can be sent again", async () => {
    const adults = Array.from({ length: 20 }, () => anAdult());
    const first = Promise.all(adults.map(write));
    stop();
    const answers = await first;
    await recover();
    await expectRecovered();
    for (const [index, adult] of adults.entries()) {
      const retry = await write(adult);
      const first = answers[index];
      if (first?.status === 201) expect(retry.status).toBe(409);
      else if (first?.error?.code === "unavailable")
        expect(retry.status).toBe(201); // "nothing was stored"
      else expect([201, 409]).toContain(retry.status);
    }
  });
});

describe("a commit that waits for a lost standby", () => {
  /** Makes every commit wait; the returned function ends that. */
  async function loseStandby() {
    const client = await connect();
    const reload = async (sql: string) => {
      await client.query(sql);
      await client.query("select pg_reload_conf()");
    };
    await reload("alter system set synchronous_standby_names = 'gone'");
    const writing = await connect({ query_timeout: 300 });
    const hangs = () =>
      writing.query("comment on table people is 'tried'").then(
        () => false,
        () => true,
      );
    await expect.poll(hangs).toBe(true); // the reload reaches its processes in a moment
    return async () => {
      await reload("alter system reset synchronous_standby_names");
      await Promise.all([client.end(), writing.end()]);
    };
  }

  test("the outcome is unknown: 503, /readyz too, and a retry gets the first response", async () => {
    await expectRecovered();
    const adult = anAdult();
    const headers = { "Idempotency-Key": randomUUID() };
    const restoreCommits = await loseStandby();
    const ready = async () => (await fetch(`${server.base}/readyz`)).text();
    const [first] = await Promise.all([
      server.send("POST", "academic/adult_enrollment", { body: adult, headers }),
      expect.poll(ready).toBe('{"status":"unavailable","reason":"write_hangs"}'),
    ]);
    expect((await read()).status).toBe(200);
    await restoreCommits();
    expect([first.status, first.error?.code]).toEqual([503, "outcome_unknown"]);
    expect(Number(first.headers["retry-after"])).toBeGreaterThan(0);
    expect(first.error?.message).not.toMatch(/nothing was stored/i);

    const retry = () => server.send("POST", "academic/adult_enrollment", { body: adult, headers });
    await expect.poll(async () => (await retry()).status).toBe(201);
    expect((await retry()).headers["idempotency-replayed"]).toBe("true");
    await expect.poll(ready).toBe('{"status":"ready"}');
    const client = await connect();
    const { rows } = await client.query("select count(*)::int from people where email_key = $1", [
      adult.student_email,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
    await client.end();
  });
});
