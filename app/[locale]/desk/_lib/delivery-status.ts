import type { MailRow } from "@/lib/desk/mail/queries";

/** Suppressed by this service: the address itself may work. */
const suppressedReasons: Record<string, "replaced" | "kept_apart" | "not_theirs"> = {
  address_changed: "replaced",
  kept_apart: "kept_apart",
  not_theirs: "not_theirs",
};

/** Keys of `desk.mails.states`. */
export const getDeliveryStatus = ({ state, lastError }: Pick<MailRow, "state" | "lastError">) =>
  suppressedReasons[lastError ?? ""] ?? state;

type MailTimes = Pick<
  MailRow,
  "state" | "createdAt" | "sentAt" | "deliveredAt" | "delayedAt" | "bouncedAt" | "complainedAt" | "failedAt"
>;

export function getStatusTime(message: MailTimes): Date {
  const times: Partial<Record<MailRow["state"], Date | null>> = {
    sent: message.sentAt,
    delivered: message.deliveredAt,
    delayed: message.delayedAt,
    bounced: message.bouncedAt,
    complained: message.complainedAt,
    failed: message.failedAt,
  };
  return times[message.state] ?? message.createdAt;
}
