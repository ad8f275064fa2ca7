import { toEmailKey } from "@/lib/mail/addresses";
import { type AttemptKeys, getSignInAttemptKeys, withAttemptLimit } from "@/lib/people/limits";
import { verifyPassword } from "@/lib/people/password-hash";
import { ActionError } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { isKnownStaffDevice, openStaffSession } from "./devices";
import { createStaffSession, type StaffSession } from "./sessions";

export type StaffSignInResult = { token: string; device?: string };
export type StaffSignInOutcome = StaffSignInResult | { refused: "wrong" | "limited" };

type Attempt = { email: string; password: string; address: string; userAgent: string; device?: string };

/** How the tries of a member's password are counted who is signed in and types it anew. */
export const getSessionAttemptKeys = ({ id, actor }: StaffSession): AttemptKeys => ({
  "staff session": id,
  "staff account": actor.id,
});

/**
 * Signs a member in with e-mail and password; the second factor may have to follow (`staffSession`
 * tells). Unknown address, no password yet and wrong password are answered alike and take as long.
 *
 * @throws AppError `unavailable` when too many passwords are being checked
 */
export async function signInStaff(attempt: Attempt, now: Date): Promise<StaffSignInOutcome> {
  const { address, device } = attempt;
  const account = toEmailKey(attempt.email.toWellFormed().replaceAll("\0", "")).slice(0, 300);
  const isKnown = await isKnownStaffDevice(device, account);
  const tries = getSignInAttemptKeys("staff", { account, address, device: isKnown ? device : undefined });
  const member = await withAttemptLimit(tries, () => findMemberByPassword(account, attempt.password));
  if (typeof member === "string") return { refused: member };

  const token = await createStaffSession(member, attempt.userAgent, now);
  if (!token) return { refused: "wrong" };
  const { staff_second_factor } = await getSettings();
  if (member.totpConfirmedAt || staff_second_factor === "required") return { token };
  return { token, device: await openStaffSession(token, member.id, device, now) };
}

async function findMemberByPassword(emailKey: string, password: string) {
  const member = await prisma().staffMember.findFirst({
    where: { emailKey, removedAt: null },
    select: { id: true, passwordHash: true, totpConfirmedAt: true },
  });
  return (await verifyPassword(password, member?.passwordHash)) && member ? member : undefined;
}

/**
 * Takes the password anew for what needs it (desk 5).
 * @throws Refused
 * @throws AppError `unavailable` when too many passwords are being checked
 */
export async function confirmPassword(session: StaffSession, password: string, now: Date): Promise<void> {
  const { passwordHash } = await prisma().staffMember.findUniqueOrThrow({
    where: { id: session.actor.id },
    select: { passwordHash: true },
  });
  const check = async () => (await verifyPassword(password, passwordHash)) || undefined;
  const right = await withAttemptLimit(getSessionAttemptKeys(session), check);
  if (right === "limited") throw new ActionError({ code: "limited" });
  if (right === "wrong") throw new ActionError({ field: "password", code: "wrong" });
  await prisma().staffSession.updateMany({
    where: { hash: session.hash, endedAt: null },
    data: { passwordAt: now },
  });
}
