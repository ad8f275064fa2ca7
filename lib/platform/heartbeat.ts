import { getPool } from "./database/prisma";
import { registerReadinessCheck } from "./health";
import { errorFields, logger } from "./logger";
import { createGauge } from "./metrics";

const SILENT_MS = 5 * 60_000;

/** Writes a heartbeat, one for all workers together. It is a job, so it stops when e-mails cannot be sent either. */
export const writeHeartbeat = () =>
  getPool()
    .query("insert into worker_beats (at) values (now()) on conflict (id) do update set at = excluded.at")
    .catch((error) => logger.warn({ error: errorFields(error) }, "no heartbeat"));

/** By the database's clock; undefined before the first heartbeat. */
export async function readLastHeartbeat(): Promise<{ at: Date; agoMs: number } | undefined> {
  const { rows } = await getPool().query<{ at: Date; agoMs: number }>(
    `select at, extract(epoch from now() - at)::float8 * 1000 as "agoMs" from worker_beats`,
  );
  return rows[0];
}

/** Adds the heartbeat to `/metrics`, and a missing one to `/readyz`, because e-mails are then not sent. */
export function registerHeartbeatMetrics() {
  registerReadinessCheck("worker", async () => {
    const last = await readLastHeartbeat();
    return last && last.agoMs > SILENT_MS ? `silent since ${last.at.toISOString()}` : undefined;
  });
  createGauge(
    "matricula_worker_heartbeat_timestamp_seconds",
    "When a worker last was alive, in Unix time; 0 before the first one.",
    {
      aggregator: "max", // each process of a machine asks the same database
      async collect() {
        const last = await readLastHeartbeat().catch(() => null); // the database is away: keep the last value
        if (last !== null) this.set((last?.at.getTime() ?? 0) / 1000);
      },
    },
  );
}
