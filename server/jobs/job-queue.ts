import type { PoolConfig } from "pg";
import { PgBoss } from "pg-boss";
import { getSessionConfig, JOB_CONNECTIONS } from "@/lib/platform/database/connections";
import { errorFields, logger } from "@/lib/platform/logger";

/** Longer than in requests, because no user waits for a job. */
export const JOB_TIMEOUT_MS = 30_000;

/**
 * pg-boss with its own connections. A dead one is replaced after `timeoutMs`, which is longer than
 * maintenance takes.
 */
export async function startJobQueue({
  countIntervalSeconds = 10,
  timeoutMs = JOB_TIMEOUT_MS,
} = {}): Promise<PgBoss> {
  const options: PoolConfig = { query_timeout: timeoutMs, keepAlive: true }; // not in pg-boss's types
  const boss = new PgBoss({
    ...getSessionConfig(),
    application_name: "matricula jobs",
    max: JOB_CONNECTIONS,
    connectionTimeoutMillis: timeoutMs, // its many workers share few connections
    ...options,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: countIntervalSeconds,
    monitorIntervalSeconds: countIntervalSeconds,
    queueCacheIntervalSeconds: countIntervalSeconds,
  });
  let isStopped = false; // its pool does not wait for the last connections, which an embedded database may end first
  boss.on("stopped", () => {
    isStopped = true;
  });
  boss.on("error", (error) => {
    if (!isStopped) logger.error({ error: errorFields(error) }, "jobs");
  });
  boss.on("warning", ({ message }) => logger.warn({ warning: message }, "jobs"));
  return boss.start().catch(async (error) => {
    await boss.stop({ graceful: false }).catch(() => {}); // stops what has started
    throw error;
  });
}
