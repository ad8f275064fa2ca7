import { changePassword } from "@/lib/people/new-password";
import { prisma } from "@/lib/platform/prisma";
import { createSession, type NewSession } from "./sessions";
import { revokeAccess } from "./set-password";

type Change = { current: string; password: string; address: string };

/**
 * Changes the password of whoever is signed in. Every session, link and wish of before ends; the one that begins is
 * for this browser.
 *
 * @param change the present password, the new one, and who asks (`clientAddress`)
 * @throws Refused
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function changeAccountPassword(
  personId: string,
  { address, ...change }: Change,
  now: Date,
): Promise<NewSession> {
  const { account, ...known } = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { email: true, name: true, surname: true, account: { select: { passwordHash: true } } },
  });
  return changePassword(change, {
    known: Object.values(known),
    stored: account?.passwordHash,
    counted: { "password address": address, "password token": `change ${personId}` },
    write: async (tx, { passwordHash, before }) => {
      const { count } = await tx.account.updateMany({
        where: { personId, passwordHash: before },
        data: { passwordHash, passwordChangedAt: now },
      });
      if (count === 0) return;
      await revokeAccess(tx, { id: personId, hasAccount: true }, now);
      return createSession(tx, personId, now);
    },
  });
}
