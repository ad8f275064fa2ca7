import type { Prisma } from "@/generated/prisma/client";
import { encryptLinkToken } from "@/lib/mail/mail-link";
import { enqueueNotice } from "@/lib/mail/notices";

/** Queues a notice about a member's own access, in the transaction that changes it (desk 5). */
export const notifyMember = (
  tx: Prisma.TransactionClient,
  memberId: string,
  kind: "staff_device" | "staff_factor_reset" | "staff_factor_stopped",
  now: Date,
) => enqueueNotice(tx, { kind, memberId, at: now.toISOString() });

/** Sends a member the link that sets a password; the token is encrypted in the queue (desk 42). */
export const sendInvitationLink = (
  tx: Prisma.TransactionClient,
  memberId: string,
  { kind, token, expiresAt }: { kind: "staff_invited" | "staff_password"; token: string; expiresAt: Date },
  now: Date,
) =>
  enqueueNotice(tx, {
    kind,
    memberId,
    at: now.toISOString(),
    sealedToken: encryptLinkToken(memberId, token),
    until: expiresAt.toISOString(),
  });
