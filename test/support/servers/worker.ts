import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { PgBoss } from "pg-boss";
import { getPool } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { killWithTests } from "../processes/child-processes";
import { getRunArgs } from "../processes/programs";

/**
 * `npm run worker` on this file's database; resolves when ready.
 * @throws Error if it ends before
 */
export async function startWorker(environment: Record<string, string> = {}): Promise<ChildProcess> {
  const worker = killWithTests(
    spawn(process.execPath, getRunArgs("server/worker.ts"), {
      stdio: ["ignore", "pipe", "inherit"],
      // React renders mails faster in production mode.
      env: { ...process.env, NODE_ENV: "production", APP_URL: "http://localhost:3000", ...environment },
    }),
  );
  const ended = once(worker, "exit").then(() => false);
  const ready = once(worker.stdout, "data").then(() => true);
  if (await Promise.race([ready, ended])) return worker;
  throw new Error("The worker ended before it was ready.");
}

/** As if silent workers had timed out. */
export async function expireWorkers() {
  await getPool().query(
    "update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'",
  );
}

/** The supervision of every ten seconds: jobs of dead workers are freed. */
export async function superviseJobs() {
  await getPool().query("update pgboss.queue set monitor_on = null, monitor_claim_on = null");
  const boss = new PgBoss({
    connectionString: env.DATABASE_URL,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.supervise();
  await boss.stop({ graceful: false });
}
