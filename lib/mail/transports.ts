import { Resend } from "resend";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { traceHeaders } from "@/lib/platform/trace";
import { isSentToMany, type MailKind } from "./mail-kinds";
import { sendToMailbox } from "./mailbox";
import type { Notice } from "./notices";
import { delaySendSlots, PAUSED, waitForSendSlot } from "./pause";

/** Made when first needed; the package reads `RESEND_BASE_URL`, a stand-in's address, by itself. */
export const resendClient = (): Resend => singleton("resend", () => new Resend(env.RESEND_API_KEY));

/** What is sent, attempt after attempt the same. */
export type MailPayload = {
  from: string;
  to: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  /** Missing in what was rendered before 2026-11-27: a repeated attempt sends what the first one sent. */
  headers?: Record<string, string>;
};

export type OutgoingMail = {
  /** The message's id: the provider's idempotency key. */
  id: string;
  kind: MailKind | Notice["kind"];
  locale: string;
  createdAt: Date;
  payload: MailPayload;
  /** Of an enrollment made with a test key. */
  test: boolean;
  /** The school can pause it. */
  toFamily?: true;
};

/**
 * What became of an attempt. `refused` is final; `again` covers what the provider put off and what
 * it may or may not have accepted (a reset, a time-out): the same key makes both safe to repeat; `held`
 * is a refusal of ours and not of this message.
 */
export type SendResult =
  | { outcome: "accepted"; providerId?: string }
  | { outcome: "again"; code: string }
  | { outcome: "held"; code: string }
  | { outcome: "refused"; code: string };

const TIME_OUT_MS = 10_000;

/** Hands a message to the transport that MAIL_TRANSPORT names; never throws. A test key's mail reaches nobody. */
export async function sendMail(outgoing: OutgoingMail): Promise<SendResult> {
  if (outgoing.test && env.MAIL_TRANSPORT === "resend") return { outcome: "accepted" };
  return env.MAIL_TRANSPORT === "resend" ? sendByResend(outgoing) : sendToMailbox(outgoing);
}

/**
 * Says that a program sent it, so that no absence note answers (RFC 3834; the second is Exchange's). What goes to many
 * at once says how to leave the list (RFC 2369): the school's office does it.
 * @param kind of a mail to a family; what staff and school are told has none
 */
export function mailHeaders(office: string, kind?: MailKind): Record<string, string> {
  return {
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    ...(kind && isSentToMany(kind) && { "List-Unsubscribe": `<mailto:${office}?subject=unsubscribe>` }),
  };
}
/** The domain of `MAIL_FROM` (“School <no-reply@school.example>” or the address alone), in lower case. */
export function getSenderDomain(from: string): string | undefined {
  return /@([^\s@<>]+\.[^\s@<>]+?)\s*>?\s*$/.exec(from)?.[1]?.toLowerCase();
}

/** Hands a message to Resend, at the pace that all workers share. */
async function sendByResend({ id, payload, toFamily }: OutgoingMail): Promise<SendResult> {
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
