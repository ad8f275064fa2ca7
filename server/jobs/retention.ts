import { logger } from "@/lib/platform/logger";
import { runRetention } from "@/lib/privacy/worker";
import { deleteIdleSandboxData } from "@/lib/sandbox/writes";

export async function deleteExpiredData(now: Date) {
  const sandboxes = await deleteIdleSandboxData(now);
  logger.info({ ...(await runRetention(now)), sandboxes }, "what has had its time is forgotten");
}
