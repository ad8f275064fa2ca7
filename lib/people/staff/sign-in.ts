import { emailKey } from "@/lib/mail/addresses";
import { mayTry, orTakeBack, takeBack } from "@/lib/people/accounts/limits";
import { verifyPassword } from "@/lib/people/accounts/password-hash";
import { addressGroup } from "@/lib/platform/client-address";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { isKnownDevice, openSession } from "./devices";
import { beginSession, type StaffSession } from "./sessions";

export type SignedIn = { token: string; device?: string };
export type StaffSignIn = SignedIn | { refused: "wrong" | "limited" };

type Attempt = { email: string; password: string; address: string; userAgent: string; device?: string };

/**
 * How the tries of a member's password are counted. Whoever guesses locks the member out neither elsewhere nor, from the
 * school's own address, in a browser in which the member was signed in to before: that one has a counter of its own.
 */
async function limitsOf({ address, device }: Attempt, account: string) {
  if (await isKnownDevice(device, account)) return { "staff device": `${account} ${device}` };
  return {
    "staff account and address": `${account} ${addressGroup(address)}`,
    "staff address": address,
    "staff account": account,
  };
}

/** The same of a member who is signed in and types it anew. */
export const sessionLimits = ({ id, actor }: StaffSession) => ({
  "staff session": id,
  "staff account": actor.id,
});

/**
 * Signs a member in with e-mail and password; the second factor may have to follow (`staffSession`
 * tells). Unknown address, no password yet and wrong password are answered alike and take as long.
 *
 * @throws AppError `unavailable` when too many passwords are being checked
 */
export async function signInStaff(attempt: Attempt, now: Date): Promise<StaffSignIn> {
  const key = emailKey(attempt.email.toWellFormed().replaceAll("\0", "")).slice(0, 300);
  const counted = await limitsOf(attempt, key);
  if (!(await mayTry(counted))) return { refused: "limited" };
  const member = await prisma().staffMember.findFirst({
    where: { emailKey: key, removedAt: null },
    select: { id: true, passwordHash: true, totpConfirmedAt: true },
  });
  const right = await orTakeBack(
    counted,
    verifyPassword(attempt.password.slice(0, 1000), member?.passwordHash ?? undefined),
  );
  if (!right || !member) return { refused: "wrong" };
  await takeBack(counted);

  const token = await beginSession(member, attempt.userAgent, now);
  if (!token) return { refused: "wrong" };
  const { staff_second_factor } = await settings();
  if (member.totpConfirmedAt || staff_second_factor === "required") return { token };
  return { token, device: await openSession(token, member.id, attempt.device, now) };
}
