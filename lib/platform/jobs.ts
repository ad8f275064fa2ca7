import { randomUUID } from "node:crypto";
import { PgBoss, type Queue } from "pg-boss";
import type { Prisma } from "@/generated/prisma/client";
import { errorFields, logger } from "@/lib/platform/logger";
import { getSessionConfig, openSession } from "./database/connections";
import { singleton } from "./singleton";

const DAY = 24 * 3600;

/** Doubling delays, then hourly, for twenty hours: the provider remembers an idempotency key for a day. */
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

/** Every queue of pg-boss with its options for retries and retention; times in seconds. */
const queues = {
  mail,
  /** The e-mails of sandboxes have their own queue and worker. */
  "sandbox-mail": mail,
  "mail-probe": { retryLimit: 0, deleteAfterSeconds: 3600 },
  notices: { retryLimit: 20, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 60 },
  /** Changes of many enrollments; a retry continues where the killed or stopped job was. */
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

/** pg-boss's SQL for jobs `[{ id, data }]` in `$1`: put it into the statement that writes their subjects. */
export function getJobInsertSql(queue: QueueName): Promise<string> {
  return singleton(`jobs of ${queue}`, async () => {
    const session = await openSession(); // the caller may hold a pooled connection already
    const executeSql = (text: string, values?: unknown[]) => session.query(text, values);
    const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false, migrate: false });
    let statement = "";
    const capture = async (text: string) => {
      statement = text;
      return { rows: [] };
    };
    try {
      await boss.start();
      await boss.insert(queue, [{ data: {} }], { db: { executeSql: capture } });
    } finally {
      await boss.stop({ graceful: false }).finally(() => session.end());
    }
    return statement.trim().replace(/;$/, "");
  });
}

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
  /** Logged when `processDue` throws; the worker continues. */
  failureMessage: string;
  /** `shouldStop` asks a long run to end early; `wake` starts the next run soon, also from outside a run. */
  processDue: (shouldStop: () => boolean, wake: () => void) => Promise<unknown>;
};

/** Several wake-ups within this time start one run. */
const WAKE_DELAY_MS = 20;

/** Calls `processDue` now and every `everyMs`; the returned function stops after the current run. */
export function startWorker({ everyMs, failureMessage, processDue }: WorkerOptions): () => Promise<void> {
  let shouldStop = false;
  let timer: NodeJS.Timeout | undefined;
  let shouldWake = false;
  let running = Promise.resolve();
  const runOnce = async () => {
    [timer, shouldWake] = [undefined, false];
    try {
      await processDue(() => shouldStop, wake);
    } catch (error) {
      logger.error({ error: errorFields(error) }, failureMessage);
    }
    if (!shouldStop) timer = setTimeout(next, shouldWake ? WAKE_DELAY_MS : everyMs);
  };
  const wake = () => {
    if (shouldWake) return;
    shouldWake = true;
    if (timer === undefined || shouldStop) return; // the current run schedules the next one
    clearTimeout(timer);
    timer = setTimeout(next, WAKE_DELAY_MS);
  };
  const next = () => {
    running = runOnce();
  };
  next();
  return async () => {
    shouldStop = true;
    clearTimeout(timer);
    await running;
  };
}

export async function areQueuesReady(connectionString: string): Promise<boolean> {
  const boss = createBoss(connectionString, { migrate: false });
  try {
    await boss.start();
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, Object.entries(queue)]));
    return Object.entries(queues).every(([name, options]) => {
      const stored = new Map(existing.get(name));
      return Object.entries(options).every(([option, value]) => stored.get(option) === value);
    });
  } catch {
    return false; // `prepareQueues` then throws the error
  } finally {
    await boss.stop({ graceful: false });
  }
}

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
  boss.on("error", () => {}); // a running statement fails by itself; a session lost between two does not matter
  return boss;
}
