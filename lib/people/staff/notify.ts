import type { Prisma } from "@/generated/prisma/client";
import type { StaffNotice } from "@/lib/mail/notice";
import { queueNotice } from "@/lib/mail/notices";

/** Queues what a member is told of their own access, in the transaction that changes it (desk 5). */
export const notifyMember = (
  tx: Prisma.TransactionClient,
  memberId: string,
  kind: Exclude<StaffNotice["kind"], "staff_key">,
  now: Date,
) => queueNotice(tx, { kind, memberId, at: now.toISOString() });

/** Tells every administrator that a key of the API was made or has a new secret. */
export async function notifyOfKey(tx: Prisma.TransactionClient, key: string, now: Date): Promise<void> {
  const admins = await tx.staffMember.findMany({
    where: { role: "admin", removedAt: null, passwordHash: { not: null } },
    orderBy: { emailKey: "asc" },
    select: { id: true },
  });
  for (const { id: memberId } of admins)
    await queueNotice(tx, { kind: "staff_key", memberId, at: now.toISOString(), key });
}
