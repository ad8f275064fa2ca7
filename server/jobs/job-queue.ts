import type { PoolConfig } from "pg";
import { PgBoss } from "pg-boss";
import { getSessionConfig, JOB_CONNECTIONS } from "@/lib/platform/database/connections";
import { errorFields, logger } from "@/lib/platform/logger";

/** Longer than in requests, because no user waits for a job. */
export const JOB_TIMEOUT_MS = 30_000;

/**
 * pg-boss with its own connections: listens for jobs (NOTIFY), runs schedules, and reassigns the jobs of a
 * dead worker within half a minute. Counts waiting jobs periodically. A dead connection is replaced after
 * `patienceMs`, which is longer than maintenance takes.
 */
export async function startJobQueue({
  countEverySeconds = 10,
  patienceMs = JOB_TIMEOUT_MS,
} = {}): Promise<PgBoss> {
  const patience: PoolConfig = { query_timeout: patienceMs, keepAlive: true }; // not in pg-boss's types
  const boss = new PgBoss({
    ...getSessionConfig(),
    application_name: "matricula jobs",
    max: JOB_CONNECTIONS,
    connectionTimeoutMillis: patienceMs, // its many workers share few connections
    ...patience,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: countEverySeconds,
    monitorIntervalSeconds: countEverySeconds,
    queueCacheIntervalSeconds: countEverySeconds,
  });
  let stopped = false; // its pool does not wait for the last connections, which an embedded database may end first
  boss.on("stopped", () => {
    stopped = true;
  });
  boss.on("error", (error) => {
    if (!stopped) logger.error({ error: errorFields(error) }, "jobs");
  });
  boss.on("warning", ({ message }) => logger.warn({ warning: message }, "jobs"));
  return boss.start().catch(async (error) => {
    await boss.stop({ graceful: false }).catch(() => {}); // stops what has started
    throw error;
  });
}
