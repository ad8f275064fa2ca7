import { changePassword } from "@/lib/people/new-password";
import { prisma } from "@/lib/platform/prisma";
import { endAccessOf, type StaffSession } from "./sessions";
import { getSessionAttemptKeys } from "./sign-in";

/**
 * Changes the password of a member who is signed in; every other session of theirs ends, and a link that would set
 * another is dead.
 *
 * @throws Refused
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function changeStaffPassword(
  session: StaffSession,
  change: { current: string; password: string },
  now: Date,
): Promise<void> {
  const { id, name } = session.actor;
  const member = await prisma().staffMember.findUniqueOrThrow({
    where: { id },
    select: { passwordHash: true },
  });
  await changePassword(change, {
    known: [session.email, name],
    stored: member.passwordHash,
    counted: getSessionAttemptKeys(session),
    write: async (tx, { passwordHash, before }) => {
      const { count } = await tx.staffMember.updateMany({
        where: { id, passwordHash: before, removedAt: null },
        data: { passwordHash },
      });
      if (count === 0) return;
      await endAccessOf(tx, id, now, session.id);
      await tx.staffSession.updateMany({
        where: { id: session.id, endedAt: null },
        data: { passwordAt: now },
      });
      return true;
    },
  });
}
