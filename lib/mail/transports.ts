import { env } from "@/lib/platform/env";
import type { MailKind } from "./kinds";
import { sendToMailbox } from "./mailbox";
import type { Notice } from "./notice";
import { sendByResend } from "./resend";

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

/** Hands a message to the transport that MAIL_TRANSPORT names; never throws. A test key's mail reaches nobody. */
export async function sendMail(outgoing: OutgoingMail): Promise<SendResult> {
  if (outgoing.test && env.MAIL_TRANSPORT === "resend") return { outcome: "accepted" };
  return env.MAIL_TRANSPORT === "resend" ? sendByResend(outgoing) : sendToMailbox(outgoing);
}
