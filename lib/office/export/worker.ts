import type { JobWithMetadata, PgBoss } from "pg-boss";
import { errorFields, logger } from "@/lib/platform/logger";
import type { QueueName } from "@/lib/platform/queues";
import { failExport, makeExport } from "./make";

const QUEUE = "export" satisfies QueueName;

const WORK = {
  includeMetadata: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

/** Makes files that were asked for from now on; any number of processes may do so at once. */
export async function startExportWorker(boss: PgBoss): Promise<void> {
  await boss.work<{ exportId: string }, void, typeof WORK>(QUEUE, WORK, async (jobs) => {
    for (const job of jobs) await make(job);
  });
}

async function make({ data, retryCount, retryLimit }: JobWithMetadata<{ exportId: string }>) {
  try {
    await makeExport(data.exportId);
  } catch (error) {
    logger.error({ exportId: data.exportId, error: errorFields(error) }, "an export failed");
    if (retryCount >= retryLimit) await failExport(data.exportId);
    throw error;
  }
}
