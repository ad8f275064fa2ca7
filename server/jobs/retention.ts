import type { PgBoss } from "pg-boss";
import type { QueueName } from "@/lib/platform/jobs";
import { logger } from "@/lib/platform/logger";
import { runRetention } from "@/lib/privacy/worker";
import { deleteIdleSandboxData } from "@/lib/sandbox/writes";
import { readSettings } from "@/lib/school/settings";

const QUEUE = "retention" satisfies QueueName;

/** Nightly, in one process of the service. */
export async function startRetentionWorker(boss: PgBoss): Promise<void> {
  const { time_zone: tz } = await readSettings();
  await boss.schedule(QUEUE, "40 3 * * *", null, { tz });
  await boss.work(QUEUE, { pollingIntervalSeconds: 30 }, async () => {
    const now = new Date();
    const sandboxes = await deleteIdleSandboxData(now);
    logger.info({ ...(await runRetention(now)), sandboxes }, "what has had its time is forgotten");
  });
}
