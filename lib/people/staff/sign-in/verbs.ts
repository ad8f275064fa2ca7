import { toEmailKey } from "@/lib/mail/addresses";
import { type AttemptKeys, getSignInAttemptKeys, withAttemptLimit } from "@/lib/people/limits";
import { changePassword } from "@/lib/people/password";
import { verifyPassword } from "@/lib/people/password-hash";
import { openStaffSession } from "@/lib/people/staff/devices";
import { createStaffSession, endAccessOf, type StaffSession } from "@/lib/people/staff/sessions";
import { DomainError } from "@/lib/people/verb";
import { hashIfToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";

type StaffSignInResult = { token: string; device?: string };

type StaffSignInOutcome = StaffSignInResult | { refused: "wrong" | "limited" };

type Attempt = { email: string; password: string; address: string; userAgent: string; device?: string };

/**
 * Signs a member in with e-mail and password; the second factor may follow (`StaffSession.stage`). An unknown
 * address, a missing password and a wrong password get the same response in the same time.
 * @throws AppError `unavailable` when too many passwords are being checked
 */
export async function signInStaff(attempt: Attempt, now: Date): Promise<StaffSignInOutcome> {
  const { address, device } = attempt;
  const account = toEmailKey(attempt.email.toWellFormed().replaceAll("\0", "")).slice(0, 300);
  const isKnown = await isKnownStaffDevice(device, account);
  const attemptKeys = getSignInAttemptKeys("staff", {
    account,
    address,
    device: isKnown ? device : undefined,
  });
  const member = await withAttemptLimit(attemptKeys, () => findMemberByPassword(account, attempt.password));
  if (typeof member === "string") return { refused: member };

  const token = await createStaffSession(member, attempt.userAgent, now);
  if (!token) return { refused: "wrong" };
  const { staff_second_factor } = await getSettings();
  if (member.totpConfirmedAt || staff_second_factor === "required") return { token };
  return { token, device: await openStaffSession(token, member.id, device, now) };
}

/** The limits of a signed-in member who types the password again. */
const getSessionAttemptKeys = ({ id, actor }: StaffSession): AttemptKeys => ({
  "staff session": id,
  "staff account": actor.id,
});

/**
 * Checks the password again for rights that need it (desk 5).
 * @throws DomainError
 * @throws AppError `unavailable` when too many passwords are being checked
 */
export async function confirmPassword(session: StaffSession, password: string, now: Date): Promise<void> {
  const { passwordHash } = await prisma().staffMember.findUniqueOrThrow({
    where: { id: session.actor.id },
    select: { passwordHash: true },
  });
  const check = async () => (await verifyPassword(password, passwordHash)) || undefined;
  const result = await withAttemptLimit(getSessionAttemptKeys(session), check);
  if (result === "limited") throw new DomainError({ code: "limited" });
  if (result === "wrong") throw new DomainError({ field: "password", code: "wrong" });
  await prisma().staffSession.updateMany({
    where: { hash: session.hash, endedAt: null },
    data: { passwordAt: now },
  });
}

/**
 * Changes a signed-in member's password; ends the other sessions and the link that sets a password.
 * @throws DomainError
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

async function findMemberByPassword(emailKey: string, password: string) {
  const member = await prisma().staffMember.findFirst({
    where: { emailKey, removedAt: null },
    select: { id: true, passwordHash: true, totpConfirmedAt: true },
  });
  return (await verifyPassword(password, member?.passwordHash)) && member ? member : undefined;
}

/** Whether the member with this address has signed in with this browser before. */
async function isKnownStaffDevice(device: string | undefined, emailKey: string): Promise<boolean> {
  const hash = hashIfToken(device);
  if (!hash) return false;
  const where = { hash, member: { emailKey, removedAt: null } };
  return (await prisma().staffDevice.count({ where: where })) > 0;
}
