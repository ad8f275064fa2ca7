import { toEmailKey } from "@/lib/mail/addresses";
import { getSignInAttemptKeys, withAttemptLimit } from "@/lib/people/limits";
import { hashPassword, isWeakHash, verifyPassword } from "@/lib/people/password-hash";
import { prisma } from "@/lib/platform/prisma";
import { toSandboxKey } from "@/lib/platform/sandbox";
import { createSession, isKnownDevice, type NewSession } from "./sessions";

export type SignInResult = { session: NewSession } | { refused: "wrong" | "limited" };

type Attempt = {
  email: string;
  password: string;
  /** Who asks, as `clientAddress` tells. */
  address: string;
  /** What this browser was given when somebody signed in before. */
  device?: string;
};

/**
 * Signs in with e-mail and password. An unknown address, an account without password and a wrong
 * password are answered alike and take as long.
 *
 * @throws AppError `unavailable` when too many passwords are being checked
 */
export async function signIn(
  { email, password, address, device }: Attempt,
  now: Date,
): Promise<SignInResult> {
  const key = toEmailKey(email.toWellFormed().replaceAll("\0", "")).slice(0, 300);
  const tries = getSignInAttemptKeys("sign_in", {
    account: toSandboxKey(key),
    address,
    device: (await isKnownDevice(device, key, now)) ? device : undefined,
  });
  const session = await withAttemptLimit(tries, () => startSession(key, password, now));
  return typeof session === "string" ? { refused: session } : { session };
}

/** A session for whoever gives the right password. Checking it takes a while: one set meanwhile is what counts. */
async function startSession(emailKey: string, password: string, now: Date): Promise<NewSession | undefined> {
  const account = await prisma().account.findFirst({
    where: { person: { emailKey } },
    select: { personId: true, passwordHash: true },
  });
  const right = await verifyPassword(password, account?.passwordHash);
  if (!right || !account) return;
  const stored = account.passwordHash;
  const passwordHash = isWeakHash(stored) ? await hashPassword(password) : stored;
  const session = await prisma().$transaction(async (tx) => {
    // Holds the account until the session is there: whoever sets a password and ends all sessions finds it.
    const { count } = await tx.account.updateMany({ where: account, data: { passwordHash } });
    return count > 0 ? createSession(tx, account.personId, now) : undefined;
  });
  return session ?? startSession(emailKey, password, now);
}
