import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getPool } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { getJobInsertSql } from "@/lib/platform/jobs";
import { type FaultyProxy, getProxyUrl, startFaultyProxy } from "@/test/soak/faulty-proxy";
import { ProcessManager } from "../cluster/process-manager";
import { startWorkers } from "./workers";

let proxy: FaultyProxy;
let direct: pg.Client;
beforeAll(async () => {
  const url = env.DATABASE_URL as string;
  direct = new pg.Client(url);
  await direct.connect();
  proxy = await startFaultyProxy(() => Number(new URL(url).port), { lateMs: 700 });
  env.DATABASE_URL = getProxyUrl(url, proxy);
  new ProcessManager(); // the primary, with its share of the pool
});
afterAll(async () => {
  await direct.end();
  proxy.close();
});

test("five hundred jobs on the primary's share of a pool of ten, with a slow database: none times out waiting for a connection", async () => {
  const jobs = Array.from({ length: 500 }, () => ({ data: { messageId: randomUUID() } }));
  await getPool().query(await getJobInsertSql("mail"), [JSON.stringify(jobs)]);
  const countJobs = async (condition: string) => {
    const query = `select count(*)::int as n from pgboss.job where name = 'mail' and ${condition}`;
    return (await direct.query<{ n: number }>(query)).rows[0]?.n ?? 0;
  };

  const { started, stop } = startWorkers();
  await started;
  proxy.setCondition("late");
  const before = await countJobs("state <> 'created'");
  await expect.poll(() => countJobs("state <> 'created'")).toBeGreaterThan(before);
  expect(await countJobs("state = 'created'")).toBeGreaterThan(0); // enough jobs were queued all the time
  expect(await countJobs("(state in ('retry', 'failed') or retry_count > 0)")).toBe(0);
  proxy.setCondition("fair");
  await stop();
});

test("scheduled jobs use the school's time zone; a start sends a heartbeat and a probe", async () => {
  await direct.query("delete from pgboss.schedule");
  const since = new Date();
  const { started, stop } = startWorkers();
  await started;
  const zone = { timezone: "Europe/Madrid" };
  expect((await direct.query("select name, cron, timezone from pgboss.schedule order by 1")).rows).toEqual([
    { name: "mail-probe", cron: "* * * * *", ...zone },
    { name: "maintenance", cron: "17 * * * *", ...zone },
    { name: "retention", cron: "40 3 * * *", ...zone },
  ]);
  const sent = "select distinct name from pgboss.job where created_on >= $1 order by 1";
  expect((await direct.query(sent, [since])).rows).toEqual([{ name: "beat" }, { name: "mail-probe" }]);
  await stop();
});
