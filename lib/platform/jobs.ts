import { randomUUID } from "node:crypto";
import { PgBoss, type Queue } from "pg-boss";
import type { Prisma } from "@/generated/prisma/client";
import { errorFields, logger } from "@/lib/platform/logger";
import { getSessionConfig, openSession } from "./database/connections";
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
const queues = {
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
export async function enqueueJob(
  tx: Prisma.TransactionClient,
  queue: QueueName,
  data: object,
): Promise<void> {
  const jobs = JSON.stringify([{ id: randomUUID(), data }]);
  await tx.$executeRawUnsafe(await getJobInsertSql(queue), jobs);
}

type WorkerOptions = {
  everyMs: number;
  /** What is logged when a look fails; the next one comes all the same. */
  failureMessage: string;
  /** `stopped` tells a long look that it shall end early; `lookSoon` has the next one come in a moment, at any time. */
  processDue: (shouldStop: () => boolean, wake: () => void) => Promise<unknown>;
};

/** What calls for a look within a moment is looked at together. */
const SOON_MS = 20;

/**
 * Looks for what is to be done, now and again and again, one look after the other.
 * @returns how to stop: a look that has begun is finished first
 */
export function startWorker({ everyMs, failureMessage, processDue }: WorkerOptions): () => Promise<void> {
  let shouldStop = false;
  let timer: NodeJS.Timeout | undefined;
  let soon = false;
  let looking = Promise.resolve();
  const once = async () => {
    [timer, soon] = [undefined, false];
    try {
      await processDue(() => shouldStop, wake);
    } catch (error) {
      logger.error({ error: errorFields(error) }, failureMessage);
    }
    if (!shouldStop) timer = setTimeout(next, soon ? SOON_MS : everyMs);
  };
  const wake = () => {
    if (soon) return;
    soon = true;
    if (timer === undefined || shouldStop) return; // a look is under way, which is followed by the next one soon
    clearTimeout(timer);
    timer = setTimeout(next, SOON_MS);
  };
  const next = () => {
    looking = once();
  };
  next();
  return async () => {
    shouldStop = true;
    clearTimeout(timer);
    await looking;
  };
}

/** Whether pg-boss's schema is this build's, with every queue as this build has it. */
export async function areQueuesReady(connectionString: string): Promise<boolean> {
  const boss = createBoss(connectionString, { migrate: false });
  try {
    await boss.start();
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, Object.entries(queue)]));
    return Object.entries(queues).every(([name, options]) => {
      const stored = new Map(known.get(name));
      return Object.entries(options).every(([option, value]) => stored.get(option) === value);
    });
  } catch {
    return false; // whoever prepares them then is told what is wrong
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Makes pg-boss's schema and every queue as this build has them. */
export async function prepareQueues(connectionString: string) {
  const boss = createBoss(connectionString, { migrate: true });
  await boss.start();
  for (const [name, options] of Object.entries(queues)) {
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  }
  await boss.stop({ graceful: false });
}

function createBoss(connectionString: string, { migrate }: { migrate: boolean }): PgBoss {
  const session = { ...getSessionConfig(connectionString), max: 1 };
  const boss = new PgBoss({ ...session, migrate, supervise: false, schedule: false });
  boss.on("error", () => {}); // a statement under way fails by itself; a session that ends between two is missed by nobody
  return boss;
}
