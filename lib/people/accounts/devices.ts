import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";
import { isToken, newToken, tokenHash } from "@/lib/platform/tokens";

const KEPT_MS = 180 * 24 * 3600 * 1000;

type Db = Pick<Prisma.TransactionClient, "knownDevice">;

/**
 * Remembers the browser in which somebody has just signed in, so that whoever guesses at the account
 * from elsewhere cannot lock it out. The token is for its cookie alone.
 */
export async function rememberDevice(db: Db, personId: string, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  await db.knownDevice.create({
    data: { hash: tokenHash(token), personId, expiresAt },
    select: { personId: true },
  });
  return token;
}

/** Whether somebody has signed in to the account of this e-mail in this browser before. */
export async function isKnownDevice(token: string | undefined, emailKey: string, now: Date) {
  if (token === undefined || !isToken(token)) return false;
  const device = await prisma().knownDevice.findUnique({
    where: { hash: tokenHash(token), expiresAt: { gt: now }, account: { person: { emailKey } } },
    select: { personId: true },
  });
  return device !== null;
}
