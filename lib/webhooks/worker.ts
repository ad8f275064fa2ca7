import type { PgBoss } from "pg-boss";
import { attemptDelivery } from "./attempt";
import { type Job, WEBHOOK_QUEUE } from "./queue";

/**
 * A receiver that hangs keeps no other one waiting: of one endpoint three attempts run at once, of all ten. Each of the
 * ten looks for the next one every two seconds, and at once while there are more waiting than these.
 */
const options = {
  batchSize: 1,
  burstWhenReadyExceeds: 3,
  localConcurrency: 10,
  localGroupConcurrency: 3,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

/** Sends webhooks from now on; any number of processes may do so at once. */
export async function workOnWebhooks(boss: PgBoss): Promise<void> {
  await boss.work<Job>(WEBHOOK_QUEUE, options, async ([job]) => {
    if (!job) return;
    const { deliveryId, due } = job.data;
    await attemptDelivery(deliveryId, { now: new Date(), due });
  });
}
