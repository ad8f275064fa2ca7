import type { PgBoss } from "pg-boss";
import type { QueueName } from "@/lib/platform/queues";
import { runBulk } from "./run";

const QUEUE = "bulk" satisfies QueueName;

const WORK = { burstWhenBatchFull: true, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

/**
 * Does bulk actions from now on; any number of processes may do so at once.
 * @returns what to call before the jobs are stopped: what is under way ends after the row that it is at
 */
export async function startBulkWorker(boss: PgBoss): Promise<() => void> {
  let stopped = false;
  await boss.work<{ bulkId: string }>(QUEUE, WORK, async (jobs) => {
    for (const { data } of jobs) {
      if (!(await runBulk(data.bulkId, () => stopped))) throw new Error("stopped; to be gone on with");
    }
  });
  return () => {
    stopped = true;
  };
}
