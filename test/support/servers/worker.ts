import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { PgBoss } from "pg-boss";
import { getPool } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { killWithTests } from "../processes/child-processes";
import { getRunArgs } from "../processes/programs";

/** `npm run worker` in a process of its own, on this file's database, when it has said that it is ready. */
export async function startWorker(environment: Record<string, string> = {}): Promise<ChildProcess> {
  const worker = killWithTests(
    spawn(process.execPath, getRunArgs("server/worker.ts"), {
      stdio: ["ignore", "pipe", "inherit"],
      // As where it is installed: the React of developers takes longer to draw an e-mail.
      env: { ...process.env, NODE_ENV: "production", APP_URL: "http://localhost:3000", ...environment },
    }),
  );
  await once(worker.stdout, "data");
  return worker;
}

/** As if the time had passed after which a silent worker counts as dead. */
export async function expireWorkers() {
  await getPool().query(
    "update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'",
  );
}

/** What every worker does each ten seconds, now: who counts as dead loses its jobs. */
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
