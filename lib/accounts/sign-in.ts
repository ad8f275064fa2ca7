import { emailKey } from "@/lib/mail/addresses";
import { prisma } from "@/lib/prisma";
import { mayTry } from "./limits";
import { verifyPassword } from "./password-hash";
import { createSession, type NewSession } from "./sessions";

export type SignInResult = { session: NewSession } | { refused: "wrong" | "limited" };

/**
 * Signs in with e-mail and password. An unknown address, an account without password and a wrong
 * password are answered alike and take as long.
 *
 * @param address who asks, as `clientAddress` tells
 * @throws AppError `unavailable` when too many passwords are being checked
 */
export async function signIn(
  { email, password, address }: { email: string; password: string; address: string },
  now: Date,
): Promise<SignInResult> {
  const key = emailKey(email.toWellFormed().replaceAll("\0", "")).slice(0, 300);
  if (!(await mayTry("sign_in", address, key))) return { refused: "limited" };
  const account = await prisma().account.findFirst({
    where: { person: { emailKey: key } },
    select: { personId: true, passwordHash: true },
  });
  const right = await verifyPassword(password.slice(0, 1000), account?.passwordHash);
  if (!right || !account) return { refused: "wrong" };
  return { session: await createSession(prisma(), account.personId, now) };
}
