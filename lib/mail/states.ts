import type { MailState } from "@/generated/prisma/enums";

/**
 * A message's states, each outranking those before it: whatever order delivery events arrive in,
 * `sent` never overwrites `delivered`.
 */
export const mailStates = [
  "queued",
  "sent",
  "delayed",
  "failed",
  "delivered",
  "bounced",
  "complained",
] as const satisfies MailState[];

export const outranks = (state: MailState, other: MailState) =>
  mailStates.indexOf(state) > mailStates.indexOf(other);
