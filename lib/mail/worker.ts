import type { JobResult, JobWithMetadata, PgBoss } from "pg-boss";
import { errorFields, logger } from "@/lib/platform/logger";
import type { QueueName } from "@/lib/platform/queues";
import { inTrace, queuedTrace } from "@/lib/platform/trace";
import { checkRendering, storedRenderFailure } from "./check-rendering";
import { deliverMessage, probeProvider } from "./deliver";
import { type MailJobData, mailQueues } from "./queue";

type MailJob = JobWithMetadata<MailJobData>;

/** Delivers queued messages from now on; any number of processes may do so at once. */
export async function startMailWorker(boss: PgBoss): Promise<void> {
  await boss.schedule(PROBE_QUEUE, "* * * * *");
  await boss.send(PROBE_QUEUE); // what held them may be mended: this process has the newest environment
  await boss.work(PROBE_QUEUE, { pollingIntervalSeconds: 5 }, probe);
  for (const queue of mailQueues)
    await boss.work<MailJobData, JobResult[], typeof options>(queue, options, (jobs) =>
      Promise.all(jobs.map((job) => inTrace(queuedTrace(job.data.traceparent), () => deliverJob(job)))),
    );
}

const PROBE_QUEUE = "mail-probe" satisfies QueueName;

/** What stopped the mails may be over. */
async function probe() {
  await probeProvider(new Date());
  if (await storedRenderFailure()) await checkRendering();
}

const options = {
  includeMetadata: true,
  perJobResults: true,
  batchSize: 10,
  burstWhenBatchFull: true,
  // New jobs wake the worker at once; these are for the ones whose time to be retried has come.
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

async function deliverJob({ id, data, retryCount, retryLimit }: MailJob): Promise<JobResult> {
  try {
    const outcome = await deliverMessage(data.messageId, { now: new Date(), lastTry: retryCount >= retryLimit });
    return { id, status: outcome === "again" ? "failed" : "completed" };
  } catch (error) {
    logger.error({ messageId: data.messageId, error: errorFields(error) }, "message not delivered");
    await checkRendering().catch(() => {}); // the database is away: the line above says so
    return { id, status: "failed" };
  }
}
