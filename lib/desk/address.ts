import type { Prisma } from "@/generated/prisma/client";
import { type AddressChange, giveAddress } from "@/lib/mail/change-address";
import { prisma } from "@/lib/prisma";

/**
 * Corrects a person's address in the caller's transaction. Whoever has set a password keeps theirs: it is
 * what they sign in with.
 */
export async function correctAddress(
  tx: Prisma.TransactionClient,
  personId: string,
  email: string,
  now: Date,
): Promise<AddressChange | "has_account"> {
  // The person's row is held: whoever is setting a password comes before or after, never in between.
  await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
  if ((await tx.account.count({ where: { personId } })) > 0) return "has_account";
  return giveAddress(tx, personId, email, now);
}

/** The reference of the last enrollment that somebody has to do with: staff may know whose an address is. */
export async function enrollmentOf(personId: string): Promise<string | undefined> {
  const enrollment = await prisma().enrollment.findFirst({
    where: {
      OR: [{ studentId: personId }, { student: { guardians: { some: { guardianId: personId } } } }],
    },
    orderBy: { createdAt: "desc" },
    select: { reference: true },
  });
  return enrollment?.reference;
}
