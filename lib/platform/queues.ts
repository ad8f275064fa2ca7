import { randomUUID } from "node:crypto";
import { PgBoss, type Queue } from "pg-boss";
import type { Prisma } from "@/generated/prisma/client";
import { openSession } from "./connections";
import { singleton } from "./singleton";

const DAY = 24 * 3600;

/**
 * Doubling delays with jitter, then hourly: twenty hours in all, within the day for which the provider
 * remembers an idempotency key. A worker that was killed is silent: its jobs are free for others after
 * the heartbeat.
 */
const mail = {
  retryLimit: 30,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  heartbeatSeconds: 20,
  retentionSeconds: 14 * DAY,
  notify: true,
} as const;

/** Every queue of pg-boss, by its name, with how its jobs are kept and tried again; times in seconds. */
export const queues = {
  mail,
  /** What a test key's sandbox sends: it has a worker of its own. */
  "sandbox-mail": mail,
  "mail-probe": { retryLimit: 0, deleteAfterSeconds: 3600 },
  notices: { retryLimit: 20, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
  /** Many enrollments at once: it goes on where it was, whoever was killed or stopped in the middle. */
  bulk: {
    retryLimit: 1000,
    retryDelay: 1,
    expireInSeconds: 4 * 3600,
    heartbeatSeconds: 20,
    retentionSeconds: 14 * DAY,
    deleteAfterSeconds: DAY,
    notify: true,
  },
  export: {
    retryLimit: 5,
    retryDelay: 1,
    expireInSeconds: 3600,
    heartbeatSeconds: 20,
    retentionSeconds: DAY,
    deleteAfterSeconds: DAY,
    notify: true,
  },
  beat: { retryLimit: 0, deleteAfterSeconds: 600 },
  maintenance: { retryLimit: 0, deleteAfterSeconds: DAY },
  retention: { retryLimit: 0, deleteAfterSeconds: DAY },
} as const satisfies Record<string, Omit<Queue, "name">>;

export type QueueName = keyof typeof queues;

/**
 * The statement with which pg-boss itself inserts jobs into a queue; `$1` is the jobs as a JSON text
 * `[{ id, data }]`. A statement that writes what the jobs are about can take it in, so that both commit
 * in one round trip.
 */
export function getJobInsertSql(queue: QueueName): Promise<string> {
  return singleton(`jobs of ${queue}`, async () => {
    const session = await openSession(); // whoever asks may hold a connection of the pool already
    const executeSql = (text: string, values?: unknown[]) => session.query(text, values);
    const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false, migrate: false });
    let statement = "";
    const capture = async (text: string) => {
      statement = text;
      return { rows: [] };
    };
    await boss.start();
    await boss.insert(queue, [{ data: {} }], { db: { executeSql: capture } });
    await boss.stop({ graceful: false });
    await session.end();
    return statement.trim().replace(/;$/, "");
  });
}

/** Queues a job in the caller's transaction: it is there when, and only when, that commits. */
export async function enqueueJob(tx: Prisma.TransactionClient, queue: QueueName, data: object): Promise<void> {
  const jobs = JSON.stringify([{ id: randomUUID(), data }]);
  await tx.$executeRawUnsafe(await getJobInsertSql(queue), jobs);
}
