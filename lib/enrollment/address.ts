import type { Prisma } from "@/generated/prisma/client";
import { toEmailKey } from "@/lib/mail/addresses";
import { type EmailChange, changeEmail } from "@/lib/mail/change-address";
import { sendEmailConfirmation } from "@/lib/mail/offer-email";

/**
 * Corrects a person's address in the caller's transaction. Whoever has set a password signs in with theirs: the
 * new one is asked by mail, and counts once its link was pressed; the old one is told then (desk 17).
 */
export async function correctPersonEmail(
  tx: Prisma.TransactionClient,
  personId: string,
  email: string,
  now: Date,
): Promise<EmailChange | "asked"> {
  // The person's row is held: whoever is setting a password comes before or after, never in between.
  await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
  const person = await tx.person.findUniqueOrThrow({
    where: { id: personId },
    select: { emailKey: true, account: { select: { personId: true } } },
  });
  const key = toEmailKey(email);
  // Other capitals are the same mailbox, and what they sign in with stays.
  if (!person.account || key === person.emailKey) return changeEmail(tx, personId, email, now);
  const other = await tx.person.findFirst({ where: { emailKey: key }, select: { id: true } });
  if (other) return { taken: other.id };
  await sendEmailConfirmation(tx, personId, email, now);
  return "asked";
}

/** The reference of the last enrollment that somebody has to do with: staff may know whose an address is. */
export async function findLastReference(
  db: Prisma.TransactionClient,
  personId: string,
): Promise<string | undefined> {
  const enrollment = await db.enrollment.findFirst({
    where: {
      OR: [{ studentId: personId }, { student: { guardians: { some: { guardianId: personId } } } }],
    },
    orderBy: { createdAt: "desc" },
    select: { reference: true },
  });
  return enrollment?.reference;
}
