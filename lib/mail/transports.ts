import { setTimeout as wait } from "node:timers/promises";
import { Resend } from "resend";
import { getPool } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { traceHeaders } from "@/lib/platform/trace";
import type { Settings } from "@/lib/school/settings";
import { getMailKind, type MailKind } from "./mail-kinds";
import { sendToMailbox } from "./mailbox";
import type { Notice } from "./notices";
import { PAUSED } from "./pause";

/** Four per second; the provider allows five, and a delayed request must not exceed that. */
const SLOT_INTERVAL_MS = 250;

/** The longest delay in seconds that a 429 puts on all workers; a longer one only delays its own job. */
const MAX_DELAY_S = 10;

/** Created on first use; the package reads `RESEND_BASE_URL` itself, which tests set. */
export const resendClient = (): Resend => singleton("resend", () => new Resend(env.RESEND_API_KEY));

export type MailPayload = {
  from: string;
  to: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  /** Missing in messages rendered before 2026-11-27; a retry must send the same payload. */
  headers?: Record<string, string>;
};

export type OutgoingMail = {
  /** The message's id: the provider's idempotency key. */
  id: string;
  kind: MailKind | Notice["kind"];
  locale: string;
  createdAt: Date;
  payload: MailPayload;
  test: boolean;
  toFamily?: true;
};

/**
 * The result of an attempt. "refused" is final; "again": the provider asked for a retry, or the outcome is unknown
 * (reset, timeout), which the idempotency key makes safe; "held": the provider refuses us, not this message.
 */
export type SendResult =
  | { outcome: "accepted"; providerId?: string }
  | { outcome: "again"; code: string }
  | { outcome: "held"; code: string }
  | { outcome: "refused"; code: string };

const TIMEOUT_MS = 10_000;

/** Sends a message with the transport of MAIL_TRANSPORT; never throws. With Resend, a sandbox's message is not sent. */
export async function sendMail(outgoing: OutgoingMail): Promise<SendResult> {
  if (outgoing.test && env.MAIL_TRANSPORT === "resend") return { outcome: "accepted" };
  return env.MAIL_TRANSPORT === "resend" ? sendByResend(outgoing) : sendToMailbox(outgoing);
}

/**
 * A rendered message with its sender, and with headers that prevent automatic replies (RFC 3834; the second is
 * Exchange's). A message to many has `List-Unsubscribe` (RFC 2369), which the school's office handles.
 * @param kind of a message to a family; undefined for staff and school
 */
export function createPayload(
  { school_name, contact_email }: Settings,
  to: string,
  rendered: Pick<MailPayload, "subject" | "html" | "text">,
  kind?: MailKind,
): MailPayload {
  const isSentToMany = kind && ["group", "renewal"].includes(getMailKind(kind).about);
  const unsubscribe = `<mailto:${contact_email}?subject=unsubscribe>`;
  return {
    from: env.MAIL_FROM ?? `${school_name.replace(/[<>",\p{Cc}]/gu, "")} <${contact_email}>`,
    to,
    replyTo: contact_email,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(isSentToMany && { "List-Unsubscribe": unsubscribe }),
    },
    ...rendered,
  };
}

/** The domain of `MAIL_FROM` (“School <no-reply@school.example>” or the address alone), in lower case. */
export function getSenderDomain(from: string): string | undefined {
  return /@([^\s@<>]+\.[^\s@<>]+?)\s*>?\s*$/.exec(from)?.[1]?.toLowerCase();
}

/** Sends a message by Resend, within the shared rate limit. */
async function sendByResend({ id, payload, toFamily }: OutgoingMail): Promise<SendResult> {
  const { paused } = await waitForSendSlot();
  if (paused && toFamily) return { outcome: "held", code: PAUSED };
  const message = { ...payload, to: [payload.to], tags: [{ name: "message_id", value: id }] };
  const { data, error, headers } = await resendClient().emails.send(message, {
    idempotencyKey: id,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: traceHeaders(),
  });
  if (!error) return { outcome: "accepted", providerId: data.id };

  const { name, statusCode } = error;
  if (statusCode === 429) await delaySendSlots(Number(headers?.["retry-after"] ?? 1) || 1);
  const code = statusCode ? `${statusCode} ${name}` : "unknown_outcome";
  if (isConfigurationError(statusCode, name)) return { outcome: "held", code };
  return { outcome: isPermanentError(statusCode, name) ? "refused" : "again", code };
}

/** Whether every message would fail: wrong key, permission, sender or API address. */
function isConfigurationError(status: number | null | undefined, name: string): boolean {
  return [401, 403, 404, 405].includes(status ?? 0) || name === "invalid_from_address";
}

function isPermanentError(status: number | null | undefined, name: string): boolean {
  if (!status || status < 400 || status >= 500) return false;
  return status !== 408 && status !== 429 && name !== "concurrent_idempotent_requests";
}

/**
 * Waits for a slot of the rate limit that all workers share (one row in the database). A process waits for one slot
 * at a time: after a stall, several overdue slots would all be used at once.
 * @returns whether e-mails were paused when the slot was assigned
 */
function waitForSendSlot(): Promise<{ paused: boolean }> {
  const queue = singleton("turns to send", () => ({ last: Promise.resolve() as Promise<unknown> }));
  const slot = queue.last.then(takeSlot);
  queue.last = slot.catch(() => {});
  return slot;
}

/** Delays the next slot of all workers, after the provider's `Retry-After`. */
async function delaySendSlots(seconds: number): Promise<void> {
  await getPool().query("update mail_pace set next_at = greatest(next_at, now() + $1 * interval '1 s')", [
    Math.min(Math.max(seconds, 0), MAX_DELAY_S),
  ]);
}

async function takeSlot(): Promise<{ paused: boolean }> {
  const { rows } = await getPool().query<{ ms: number; paused: boolean }>(
    `update mail_pace set next_at = greatest(next_at, now()) + $1 * interval '1 ms'
     returning extract(epoch from next_at - $1 * interval '1 ms' - now())::float8 * 1000 as ms,
       paused_since is not null as paused`,
    [SLOT_INTERVAL_MS],
  );
  const ms = rows[0]?.ms ?? 0;
  if (ms > 0) await wait(ms);
  return { paused: rows[0]?.paused ?? false };
}
