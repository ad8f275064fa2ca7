import { setTimeout as sleep } from "node:timers/promises";
import type { JobWithMetadata, PgBoss, WorkOptions } from "pg-boss";
import { sendDueInvitations } from "@/lib/admission/worker";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { remindDueQuestions } from "@/lib/decisions/questions/verbs";
import { sendDueConfirmationRequests, withdrawExpired } from "@/lib/decisions/worker";
import { runBulk } from "@/lib/desk/bulk/worker";
import { runExport } from "@/lib/desk/export/verbs";
import { numberEvents } from "@/lib/events/worker";
import { checkRendering } from "@/lib/mail/check-rendering";
import { sendNotice } from "@/lib/mail/notices";
import { deliverJob, probeMail } from "@/lib/mail/worker";
import { writeHeartbeat } from "@/lib/platform/heartbeat";
import { type QueueName, startWorker } from "@/lib/platform/jobs";
import { errorFields, logger } from "@/lib/platform/logger";
import { readSettings } from "@/lib/school/settings";
import { enqueueDeliveries, startWebhookWorker } from "@/lib/webhooks/worker";
import { withTimeout } from "../startup/with-timeout";
import { startJobQueue } from "./job-queue";
import { deleteExpiredData, purgeAll } from "./maintenance";

type Job = {
  /** Cron in the school's time zone: one job for all processes. */
  schedule?: string;
  /** One job at the start of each process, then periodically. */
  atStart?: { everyMs?: number };
  options: WorkOptions;
  run: (job: JobWithMetadata<never>, isStopping: () => boolean) => Promise<unknown>;
};

const SELDOM = { pollingIntervalSeconds: 30 };
const OFTEN = { pollingIntervalSeconds: 5 };
/** Notifications wake the worker for new jobs; polling is for retries. */
const NOTIFIED = { burstWhenBatchFull: true, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };
const mail: Job = { options: { ...NOTIFIED, perJobResults: true, batchSize: 10 }, run: deliverJob };

const jobs: Record<QueueName, Job> = {
  retention: { schedule: "40 3 * * *", options: SELDOM, run: () => deleteExpiredData(new Date()) },
  maintenance: { schedule: "17 * * * *", options: SELDOM, run: () => purgeAll(new Date()) },
  mail,
  "sandbox-mail": mail,
  "mail-probe": { schedule: "* * * * *", atStart: {}, options: OFTEN, run: probeMail },
  notices: { options: SELDOM, run: ({ id, data }) => sendNotice(id, data) },
  bulk: {
    options: NOTIFIED,
    run: async ({ data }: JobWithMetadata<{ bulkId: string }>, isStopping) => {
      if (!(await runBulk(data.bulkId, isStopping))) throw new Error("stopped; a retry continues");
    },
  },
  export: { options: NOTIFIED, run: runExport },
  beat: { atStart: { everyMs: 15_000 }, options: OFTEN, run: writeHeartbeat },
};

/** Due work is in tables: a job would be deleted before a decision that waits for months. */
const tableWorkers: Parameters<typeof startWorker>[0][] = [
  {
    everyMs: 5_000,
    failureMessage: "decisions not told",
    processDue: (isStopping) => notifyDue(new Date(), isStopping),
  },
  {
    everyMs: 10_000,
    failureMessage: "place confirmations not processed",
    processDue: async (isStopping) => {
      await sendDueConfirmationRequests(new Date());
      await withdrawExpired(new Date(), isStopping);
      await remindDueQuestions(new Date());
    },
  },
  {
    everyMs: 10_000,
    failureMessage: "renewal invitations not sent",
    processDue: () => sendDueInvitations(new Date()),
  },
  {
    everyMs: 1_000,
    failureMessage: "events not numbered",
    processDue: () => numberEvents(enqueueDeliveries),
  },
];

/** Others take over what is left after a heartbeat or claim expires. */
const STOP_MS = 10_000;
const RETRY_MS = 5_000;

/** Starts all background work; retries until the database allows it, without affecting requests. */
export function startWorkers(): { started: Promise<void>; stop: () => Promise<void> } {
  const stopping = new AbortController();
  let stopAll: (() => Promise<unknown>) | undefined;
  const start = async () => {
    while (!stopAll && !stopping.signal.aborted) {
      try {
        stopAll = await startAll();
      } catch (error) {
        logger.error({ error: errorFields(error) }, "jobs not started: trying again");
        await sleep(RETRY_MS, undefined, stopping).catch(() => {});
      }
    }
  };
  const started = start();
  return {
    started,
    stop: () => {
      stopping.abort();
      return withTimeout(
        STOP_MS,
        started.then(() => stopAll?.()),
      );
    },
  };
}

/** Reads of the database come first, because running jobs use its connections. */
async function startAll() {
  await checkRendering(); // even if nothing else starts
  const boss = await startJobQueue();
  const stopping = new AbortController();
  try {
    for (const name of Object.keys(jobs) as QueueName[]) await startQueue(boss, name, stopping.signal);
    const stopFunctions = [...tableWorkers.map(startWorker), startWebhookWorker()];
    return () => {
      stopping.abort();
      const stopped = stopFunctions.map((stop) => stop());
      return Promise.all([...stopped, boss.stop({ graceful: true, timeout: STOP_MS - 2_000 })]);
    };
  } catch (error) {
    stopping.abort();
    await boss.stop({ graceful: false });
    throw error;
  }
}

/** @param signal no job is sent after it, and a long run ends early */
export async function startQueue(boss: PgBoss, name: QueueName, signal: AbortSignal): Promise<void> {
  const { schedule, atStart, options, run } = jobs[name];
  if (schedule) await boss.schedule(name, schedule, null, { tz: (await readSettings()).time_zone });
  if (atStart) await boss.send(name);
  const workOptions: WorkOptions & { includeMetadata: true } = { ...options, includeMetadata: true };
  await boss.work<never, unknown, typeof workOptions>(name, workOptions, (fetched) =>
    Promise.all(fetched.map((job) => run(job, () => signal.aborted))),
  );
  if (!atStart?.everyMs) return;
  const send = () =>
    boss.send(name).catch((error) => logger.warn({ name, error: errorFields(error) }, "job not queued"));
  const timer = setInterval(send, atStart.everyMs).unref();
  signal.addEventListener("abort", () => clearInterval(timer));
}
