import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { mayTry, orTakeBack, takeBack } from "./limits";
import { hashPassword, verifyPassword } from "./password-hash";
import { type PasswordIssue, passwordIssue } from "./password-rules";
import { createSession, type NewSession } from "./sessions";
import { endBefore } from "./set-password";

type Change = { current: string; password: string; address: string };

/**
 * Changes the password of whoever is signed in and knows the present one. Every session, link and wish of before ends;
 * the one that begins is for this browser.
 *
 * @param change the present password, the new one, and who asks (`clientAddress`)
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function changePassword(
  personId: string,
  { current, password, address }: Change,
  now: Date,
): Promise<{ session: NewSession } | { refused: "wrong" | "limited" } | { issue: PasswordIssue }> {
  const [{ school_name }, person] = await Promise.all([
    settings(),
    prisma().person.findUniqueOrThrow({
      where: { id: personId },
      select: { email: true, name: true, surname: true, account: { select: { passwordHash: true } } },
    }),
  ]);
  const issue = passwordIssue(password, [person.email, person.name, person.surname, school_name]);
  if (issue) return { issue };
  const counted = { "password address": address, "password token": `change ${personId}` };
  if (!(await mayTry(counted))) return { refused: "limited" };
  const before = person.account?.passwordHash;
  if (!(await orTakeBack(counted, verifyPassword(current.slice(0, 1000), before))) || !before)
    return { refused: "wrong" };
  await takeBack(counted);

  const passwordHash = await hashPassword(password);
  return prisma().$transaction(async (tx) => {
    // Of two changes at once the later one finds another password than it was asked with.
    const { count } = await tx.account.updateMany({
      where: { personId, passwordHash: before },
      data: { passwordHash, passwordChangedAt: now },
    });
    if (count === 0) return { refused: "wrong" as const };
    await endBefore(tx, { id: personId, hasAccount: true }, now);
    return { session: await createSession(tx, personId, now) };
  });
}
