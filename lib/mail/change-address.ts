import { Prisma } from "@/generated/prisma/client";
import { getLockName } from "@/lib/platform/sandbox";
import { toEmailKey } from "./addresses";
import { getLinkUse } from "./kinds";
import { enqueueMessage } from "./queue";
import { revokeLinks } from "./setup-link";

/** What became of another address: `taken` names whose it is. */
export type EmailChange = { requeued: number } | { taken: string };

/**
 * Gives a person another address, in the caller's transaction. Links that went to the old one die; what
 * is still queued is closed and queued anew, because a provider refuses another payload under a used key.
 */
export async function changeEmail(
  tx: Prisma.TransactionClient,
  personId: string,
  email: string,
  now: Date,
): Promise<EmailChange> {
  const key = toEmailKey(email);
  const lock = getLockName("email", key);
  // The lock that enrollments take: a violated index would write the address into PostgreSQL's log.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const other = await tx.person.findFirst({
    where: { emailKey: key, id: { not: personId } },
    select: { id: true },
  });
  if (other) return { taken: other.id };
  await tx.person.update({ where: { id: personId }, data: { email, emailKey: key }, select: { id: true } });
  await revokeLinks(tx, [personId], now);
  return { requeued: await requeueMessages(tx, personId, now) };
}

async function requeueMessages(tx: Prisma.TransactionClient, personId: string, now: Date): Promise<number> {
  const waiting = await tx.mailMessage.findMany({
    where: { personId, state: "queued", toEmail: null },
    select: { id: true, kind: true, personId: true, locale: true, enrollmentId: true, tells: true },
  });
  for (const { id, tells, ...copy } of waiting) {
    const { count } = await tx.mailMessage.updateMany({
      where: { id, state: "queued" },
      data: { state: "failed", failedAt: now, lastError: "address_changed", payload: Prisma.DbNull },
    });
    // A draft is offered to whoever has the address that it was begun under, and to no other.
    if (count === 1 && getLinkUse(copy.kind) !== "draft")
      await enqueueMessage(tx, { ...copy, tells: tells ?? undefined });
  }
  return waiting.length;
}
