import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { startJobQueue } from "@/server/jobs/job-queue";
import { startQueue } from "@/server/jobs/workers";
import { anAdult } from "@/test/support/data/factories";
import { sendRequest } from "@/test/support/http/http-client";
import { startServerProcess } from "@/test/support/servers/server-process";

const METRICS_TOKEN = "a-token-of-the-tests";
const server = await startServerProcess({ METRICS_TOKEN });
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  sendRequest("GET", server.base + path, { headers });

test("/healthz says that the process is alive, /readyz that it can serve", async () => {
  expect([(await get("/healthz")).text, (await get("/readyz")).text]).toEqual([
    '{"status":"ok"}',
    '{"status":"ready"}',
  ]);
});

test("/readyz waits for every migration of this build", async () => {
  const finished = await prisma().$queryRaw<{ id: string }[]>`
    update _prisma_migrations set finished_at = null returning id`;
  expect((await get("/readyz")).status).toBe(503);
  expect((await get("/healthz")).status).toBe(200);
  await prisma().$executeRaw`update _prisma_migrations set finished_at = now()`;
  expect([finished.length > 0, (await get("/readyz")).status]).toEqual([true, 200]);
});

test("/readyz is 503 while the database is read-only; reads are served, writes get 503", async () => {
  const database = new URL(process.env.DATABASE_URL as string).pathname.slice(1);
  await getPool().query(`alter database ${database} set default_transaction_read_only = on`);
  await dropConnections(database);
  await expect
    .poll(async () => (await get("/readyz")).text)
    .toBe('{"status":"read-only","reason":"read_only"}');
  expect((await get("/readyz")).status).toBe(503);
  await expect.poll(async () => (await server.send("GET", "academic/school_years")).status).toBe(200);
  const refused = await server.send("POST", "academic/adult_enrollment", { body: anAdult() });
  expect([refused.status, refused.error?.code]).toEqual([503, "unavailable"]);

  const client = new pg.Client({
    connectionString: process.env.DATABASE_URL,
    options: "-c default_transaction_read_only=off",
  });
  await client.connect();
  await client.query(`alter database ${database} reset default_transaction_read_only`);
  await client.end();
  await dropConnections(database);
  await expect.poll(async () => (await get("/readyz")).text).toBe('{"status":"ready"}');
});

test("/readyz tests a write at most once in five seconds; 503 with the reason while it fails, although reads work", async () => {
  const readWriteChecks = async () => (await getPool().query("select process, at from write_checks")).rows;
  const before = await readWriteChecks();
  expect(before).toHaveLength(1);
  await getPool().query(`
    create function full_disk() returns trigger language plpgsql
    as $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on write_checks for each row execute function full_disk()`);
  await expect
    .poll(async () => (await get("/readyz")).text)
    .toBe('{"status":"unavailable","reason":"disk_full"}');
  expect((await get("/readyz")).status).toBe(503);
  expect((await server.send("GET", "academic/school_years")).status).toBe(200);

  await getPool().query("drop function full_disk cascade");
  await expect.poll(async () => (await get("/readyz")).text).toBe('{"status":"ready"}');
  const [now] = await readWriteChecks();
  expect([now.process, now.at > before[0].at]).toEqual([before[0].process, true]);
  const asksNoMore = async () => {
    const [once] = await readWriteChecks();
    await Promise.all(Array.from({ length: 20 }, () => get("/readyz")));
    return (await readWriteChecks())[0].at - once.at;
  };
  await expect.poll(asksNoMore).toBe(0); // the five seconds may end among them
});

/** So that every session begins anew, with the database's settings. */
async function dropConnections(database: string) {
  const client = new pg.Client(inject("serverUrl"));
  await client.connect();
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [database]);
  await client.end();
}

test("a silent worker degrades /readyz, and its last heartbeat is in /metrics", async () => {
  const boss = await startJobQueue();
  const stopping = new AbortController();
  await startQueue(boss, "beat", stopping.signal);
  await expect.poll(() => prisma().workerBeat.count()).toBe(1);
  stopping.abort();
  await boss.stop({ graceful: true });
  const { rows: jobs } = await getPool().query("select state from pgboss.job where name = 'beat'");
  expect(jobs).toEqual([{ state: "completed" }]); // it went the way that e-mails go
  expect((await get("/readyz")).text).toBe('{"status":"ready"}');
  const metric = async () => {
    const { text } = await get("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` });
    return Number(/^matricula_worker_heartbeat_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
  };
  const { rows } = await getPool().query("select extract(epoch from at)::float8 as at from worker_beats");
  expect(await metric()).toBeCloseTo(rows[0].at, 2);
  await getPool().query("update worker_beats set at = at - interval '6 minutes'");
  expect((await get("/readyz")).text).toMatch(/^{"status":"degraded","worker":"silent since /);
  expect(await metric()).toBeCloseTo(rows[0].at - 360, 2);
});

test("alerts and panels use only existing metrics, and docs/operations.md explains each alert", async () => {
  const rules = await readFile("deploy/alerts.yml", "utf8");
  const dashboard = JSON.parse(await readFile("deploy/grafana.json", "utf8")) as Dashboard;
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(10);
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name as string);
  expect(alerts.length).toBeGreaterThan(5);
  const { text } = await get("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` });
  const served = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name as string));
  const named = [...`${rules} ${queries.join(" ")}`.matchAll(/matricula_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ""),
  );
  expect(named.filter((name) => !served.has(name))).toEqual([]);
  const page = await readFile("docs/operations.md", "utf8");
  expect(alerts.filter((name) => !page.includes(`**${name}**`))).toEqual([]);
});

type Dashboard = { panels: { targets: { expr: string }[] }[] };

const promtool = process.env.PROMTOOL ?? "promtool";
test.skipIf(spawnSync(promtool, ["--version"]).status !== 0)(
  "promtool accepts the alerts; shed page requests raise no failure alert (Debian's prometheus)",
  () => {
    for (const args of ["check rules deploy/alerts.yml", "test rules deploy/alerts.test.yml"]) {
      const { status, stdout, stderr } = spawnSync(promtool, args.split(" "), { encoding: "utf8" });
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
    }
  },
);

test("/metrics requires its token; it has routes and statuses, no personal data", async () => {
  for (const authorization of ["", "Bearer", "Bearer wrong", METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`]) {
    expect((await get("/metrics", { Authorization: authorization })).status).toBe(401);
  }
  const adult = anAdult();
  await server.send("POST", "academic/adult_enrollment", { body: adult });
  await server.send("POST", "academic/adult_enrollment", { body: adult });
  await server.send("GET", `nothing/${adult.student_email}`);
  await server.send("REPORT", "general/terms"); // a method that nobody counts by its name
  const { text, status } = await get("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` });
  expect(status).toBe(200);
  expect(text).toMatch(/matricula_http_request_duration_seconds_count\{.*adult_enrollment.*status="201"\} 1/);
  expect(text).toMatch(/_count\{.*method="other",status="405"\} 1/);
  expect(text).not.toContain("REPORT");
  expect(text).toContain("matricula_database_pool_connections");
  expect(text).toMatch(/^matricula_enrollments_total\{source="api"\} 1$/m);
  expect(text).toMatch(/^matricula_enrollment_refusals_total\{source="api",reason="duplicate"\} 1$/m);
  expect(text).not.toMatch(/^(?!#|matricula_)./m);
  for (const secret of [adult.student_email, adult.student_document, server.key])
    expect(text).not.toContain(secret);
});

test("no gauge has a counter's name, which promtool rejects", async () => {
  const { text } = await get("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` });
  const gauges = [...text.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name as string);
  expect(gauges).toContain("matricula_nodejs_active_resources");
  expect(gauges.filter((name) => /_(total|count|sum|bucket)$/.test(name))).toEqual([]);
});

test("without METRICS_TOKEN there is no /metrics", async () => {
  const closed = await startServerProcess({ METRICS_TOKEN: "" });
  expect((await sendRequest("GET", `${closed.base}/metrics`)).status).toBe(404);
  await closed.stop();
});
