import { mayTry, orTakeBack, takeBack } from "@/lib/people/accounts/limits";
import { hashPassword, verifyPassword } from "@/lib/people/accounts/password-hash";
import { type PasswordIssue, passwordIssue } from "@/lib/people/accounts/password-rules";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import type { StaffSession } from "./sessions";
import { sessionLimits } from "./sign-in";

/**
 * Changes the password of a member who is signed in and knows the present one; every other session of theirs ends,
 * and a link that would set another is dead.
 *
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function changeStaffPassword(
  session: StaffSession,
  { current, password }: { current: string; password: string },
  now: Date,
): Promise<"changed" | "wrong" | "limited" | { issue: PasswordIssue }> {
  const { school_name } = await settings();
  const issue = passwordIssue(password, [session.email, session.actor.name, school_name]);
  if (issue) return { issue };
  const counted = sessionLimits(session);
  if (!(await mayTry(counted))) return "limited";
  const { id } = session.actor;
  const member = await prisma().staffMember.findUniqueOrThrow({
    where: { id },
    select: { passwordHash: true },
  });
  const { passwordHash } = member;
  if (!(await orTakeBack(counted, verifyPassword(current.slice(0, 1000), passwordHash ?? undefined))))
    return "wrong";
  await takeBack(counted);

  const fresh = await hashPassword(password);
  return prisma().$transaction(async (tx) => {
    // Of two changes at once the later one finds another password than it was asked with.
    const { count } = await tx.staffMember.updateMany({
      where: { id, passwordHash, removedAt: null },
      data: { passwordHash: fresh, linkHash: null, linkExpiresAt: null },
    });
    if (count === 0) return "wrong";
    const own = { memberId: id, endedAt: null };
    await tx.staffSession.updateMany({ where: { ...own, id: { not: session.id } }, data: { endedAt: now } });
    await tx.staffSession.updateMany({ where: { ...own, id: session.id }, data: { passwordAt: now } });
    return "changed";
  });
}
