import { Resend } from "resend";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { traceHeaders } from "@/lib/platform/trace";
import { delaySendSlots, PAUSED, waitForSendSlot } from "./pace";
import type { OutgoingMail, SendResult } from "./transports";

const TIME_OUT_MS = 10_000;

/** Hands a message to Resend, at the pace that all workers share. */
export async function sendByResend({ id, payload, toFamily }: OutgoingMail): Promise<SendResult> {
  const { paused } = await waitForSendSlot();
  if (paused && toFamily) return { outcome: "held", code: PAUSED };
  const message = { ...payload, to: [payload.to], tags: [{ name: "message_id", value: id }] };
  const { data, error, headers } = await resendClient().emails.send(message, {
    idempotencyKey: id,
    signal: AbortSignal.timeout(TIME_OUT_MS),
    headers: traceHeaders(),
  });
  if (!error) return { outcome: "accepted", providerId: data.id };

  const { name, statusCode } = error;
  if (statusCode === 429) await delaySendSlots(Number(headers?.["retry-after"] ?? 1) || 1);
  const code = statusCode ? `${statusCode} ${name}` : "unknown_outcome";
  if (isConfigurationError(statusCode, name)) return { outcome: "held", code };
  return { outcome: isPermanentError(statusCode, name) ? "refused" : "again", code };
}

/** A fault of the configuration, which every message would meet: key, rights, sender, address of the API. */
function isConfigurationError(status: number | null | undefined, name: string): boolean {
  return [401, 403, 404, 405].includes(status ?? 0) || name === "invalid_from_address";
}

function isPermanentError(status: number | null | undefined, name: string): boolean {
  if (!status || status < 400 || status >= 500) return false;
  return status !== 408 && status !== 429 && name !== "concurrent_idempotent_requests";
}

/** Made when first needed: `RESEND_BASE_URL` comes from our own environment, read once. */
export function resendClient(): Resend {
  return singleton(
    "resend",
    () => new Resend(env.RESEND_API_KEY, env.RESEND_BASE_URL ? { baseUrl: env.RESEND_BASE_URL } : {}),
  );
}
