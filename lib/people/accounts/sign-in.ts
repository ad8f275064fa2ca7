import { emailKey } from "@/lib/mail/addresses";
import { addressGroup } from "@/lib/platform/client-address";
import { prisma } from "@/lib/platform/prisma";
import { countedHere } from "@/lib/platform/worlds";
import { isKnownDevice } from "./devices";
import { mayTry, orTakeBack, takeBack } from "./limits";
import { hashPassword, isWeakHash, verifyPassword } from "./password-hash";
import { createSession, type NewSession } from "./sessions";

export type SignInResult = { session: NewSession } | { refused: "wrong" | "limited" };

type Attempt = {
  email: string;
  password: string;
  /** Who asks, as `clientAddress` tells. */
  address: string;
  /** What `rememberDevice` gave this browser when somebody signed in before. */
  device?: string;
};

/**
 * Signs in with e-mail and password. An unknown address, an account without password and a wrong
 * password are answered alike and take as long. Only wrong passwords are counted: by account and
 * address, so that nobody is locked out from elsewhere, and more loosely by each of the two. A browser
 * in which the account was signed in to before has a counter of its own.
 *
 * @throws AppError `unavailable` when too many passwords are being checked
 */
export async function signIn(
  { email, password, address, device }: Attempt,
  now: Date,
): Promise<SignInResult> {
  const key = emailKey(email.toWellFormed().replaceAll("\0", "")).slice(0, 300);
  const account = countedHere(key);
  const counted = (await isKnownDevice(device, key, now))
    ? { "sign_in device": device }
    : {
        "sign_in account and address": `${account} ${addressGroup(address)}`,
        "sign_in address": address,
        "sign_in account": account,
      };
  if (!(await mayTry(counted))) return { refused: "limited" };
  const session = await orTakeBack(counted, begin(key, password.slice(0, 1000), now));
  if (!session) return { refused: "wrong" };
  await takeBack(counted);
  return { session };
}

/** A session for whoever gives the right password. Checking it takes a while: one set meanwhile is what counts. */
async function begin(emailKey: string, password: string, now: Date): Promise<NewSession | undefined> {
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
  return session ?? begin(emailKey, password, now);
}
