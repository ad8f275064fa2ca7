import { setTimeout as sleep } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { startRenewalWorker } from "@/lib/admission/worker";
import { startConfirmationWorker, startNotificationWorker } from "@/lib/decisions/worker";
import { startBulkWorker } from "@/lib/desk/bulk/worker";
import { startExportWorker } from "@/lib/desk/export/worker";
import { checkRendering } from "@/lib/mail/check-rendering";
import { startNoticeWorker } from "@/lib/mail/notices";
import { startMailWorker } from "@/lib/mail/worker";
import { startHeartbeat } from "@/lib/platform/heartbeat";
import type { QueueName } from "@/lib/platform/jobs";
import { errorFields, logger } from "@/lib/platform/logger";
import { startEventWorker, startWebhookWorker } from "@/lib/webhooks/worker";
import { withTimeout } from "../startup/with-timeout";
import { startJobQueue } from "./job-queue";
import { startMaintenanceWorker } from "./maintenance";
import { startRetentionWorker } from "./retention";

type Stop = () => unknown;

/** The worker of each queue; one with several queues starts once. */
const queueWorkers: Record<QueueName, (boss: PgBoss) => Promise<Stop> | Promise<void>> = {
  retention: startRetentionWorker,
  maintenance: startMaintenanceWorker,
  mail: startMailWorker,
  "sandbox-mail": startMailWorker,
  "mail-probe": startMailWorker,
  notices: startNoticeWorker,
  bulk: startBulkWorker,
  export: startExportWorker,
  beat: startHeartbeat,
};

/** Workers that poll. */
const pollers: (() => Stop)[] = [
  startNotificationWorker,
  startConfirmationWorker,
  startRenewalWorker,
  startEventWorker,
  startWebhookWorker,
];

/** Time for running jobs; others take over the rest after a heartbeat or claim expires. */
const STOP_MS = 10_000;
const RETRY_MS = 5_000;

/**
 * Starts all background work: notifications, events, webhooks, e-mails and purges. Retries until the database
 * allows it, without affecting requests.
 * @returns the start and a stop function
 */
export function startWorkers(): { begun: Promise<void>; stop: () => Promise<void> } {
  const stopping = new AbortController();
  let end: (() => Promise<unknown>) | undefined;
  const begin = async () => {
    while (!end && !stopping.signal.aborted) {
      try {
        end = await startAll();
      } catch (error) {
        logger.error({ error: errorFields(error) }, "the jobs do not begin: trying again");
        await sleep(RETRY_MS, undefined, stopping).catch(() => {});
      }
    }
  };
  const begun = begin();
  return {
    begun,
    stop: () => {
      stopping.abort();
      return withTimeout(
        STOP_MS,
        begun.then(() => end?.()),
      );
    },
  };
}

/** Reads of the database come first, because running jobs use its connections. */
async function startAll() {
  await checkRendering(); // even if nothing else starts
  const boss = await startJobQueue();
  try {
    const stops: Stop[] = [];
    for (const start of new Set(Object.values(queueWorkers))) {
      const stop = await start(boss);
      if (stop) stops.push(stop);
    }
    stops.push(...pollers.map((start) => start()));
    return () => {
      const ended = stops.map((stop) => stop());
      return Promise.all([...ended, boss.stop({ graceful: true, timeout: STOP_MS - 2_000 })]);
    };
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}
