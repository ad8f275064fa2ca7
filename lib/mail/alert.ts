import { env } from "@/lib/platform/env";
import { errorFields, logger } from "@/lib/platform/logger";
import { getPublicUrl } from "@/lib/school/settings";

/** Tells `ALERT_URL`, when set, in one post that chat services understand (`text`). Never throws. */
export async function sendAlert(text: string): Promise<void> {
  if (!env.ALERT_URL) return;
  try {
    const answer = await fetch(env.ALERT_URL, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: `Matrícula (${getPublicUrl()}): ${text}` }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) logger.error({ status: answer.status }, "ALERT_URL refuses the alert");
  } catch (error) {
    logger.error({ error: errorFields(error) }, "ALERT_URL cannot be reached");
  }
}
