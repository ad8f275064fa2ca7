import type { PgBoss } from "pg-boss";
import { Gauge } from "prom-client";
import { getPool } from "./database/prisma";
import { registerReadinessCheck } from "./health";
import type { QueueName } from "./jobs";
import { errorFields, logger } from "./logger";
import { registry } from "./metrics";
import { singleton } from "./singleton";

const QUEUE = "beat" satisfies QueueName;
const EVERY_MS = 15_000;
const SILENT_MS = 5 * 60_000;

/**
 * Says every quarter of a minute that jobs are worked off, for all workers together. The beat is a job itself:
 * it goes the way that e-mails go, and is silent when they cannot leave.
 *
 * @returns how to stop
 */
export async function startHeartbeat(boss: PgBoss): Promise<() => void> {
  const ask = () => boss.send(QUEUE).catch(noHeartbeat);
  await ask();
  await boss.work(QUEUE, { pollingIntervalSeconds: 5 }, () => writeHeartbeat().catch(noHeartbeat));
  const timer = setInterval(ask, EVERY_MS).unref();
  return () => clearInterval(timer);
}

const writeHeartbeat = () =>
  getPool().query(
    "insert into worker_beats (at) values (now()) on conflict (id) do update set at = excluded.at",
  );

const noHeartbeat = (error: unknown) => logger.warn({ error: errorFields(error) }, "no heartbeat");

/** When a worker last was alive, by the database's clock, and how long ago; undefined before the first one. */
export async function readLastHeartbeat(): Promise<{ at: Date; agoMs: number } | undefined> {
  const { rows } = await getPool().query<{ at: Date; agoMs: number }>(
    `select at, extract(epoch from now() - at)::float8 * 1000 as "agoMs" from worker_beats`,
  );
  return rows[0];
}

/** Adds the workers' heartbeat to `/metrics`, and their silence to `/readyz`: whoever waits for e-mail needs the operator. */
export function registerHeartbeatMetrics() {
  registerReadinessCheck("worker", async () => {
    const last = await readLastHeartbeat();
    return last && last.agoMs > SILENT_MS ? `silent since ${last.at.toISOString()}` : undefined;
  });
  singleton(
    "heartbeat metric",
    () =>
      new Gauge({
        name: "matricula_worker_heartbeat_timestamp_seconds",
        help: "When a worker last was alive, in Unix time; 0 before the first one.",
        registers: [registry],
        aggregator: "max", // each process of a machine asks the same database
        async collect() {
          const last = await readLastHeartbeat().catch(() => null); // away: what was known last
          if (last !== null) this.set((last?.at.getTime() ?? 0) / 1000);
        },
      }),
  );
}
