import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";
import { isToken, newToken, tokenHash } from "@/lib/platform/tokens";
import { rememberDevice } from "./devices";

const LASTS_MS = 7 * 24 * 3600 * 1000;

/** A signed-in browser's secrets, for its cookies alone. */
export type NewSession = { token: string; expiresAt: Date; device: string };

/** Signs a person in for seven days, and remembers the browser for longer. */
export async function createSession(
  db: Pick<Prisma.TransactionClient, "session" | "knownDevice">,
  personId: string,
  now: Date,
): Promise<NewSession> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LASTS_MS);
  await db.session.create({
    data: { hash: tokenHash(token), personId, createdAt: now, expiresAt },
    select: { personId: true },
  });
  return { token, expiresAt, device: await rememberDevice(db, personId, now) };
}

/**
 * Whose session this is; undefined when it is unknown, ended or over, or of somebody of another sandbox, whose clock
 * must not open a day that is over for a family.
 */
export async function personOfSession(token: string | undefined, now: Date): Promise<string | undefined> {
  if (token === undefined || !isToken(token)) return;
  const session = await prisma().session.findUnique({
    where: {
      hash: tokenHash(token),
      expiresAt: { gt: now },
      account: { person: { erasedAt: null } },
    },
    select: { personId: true },
  });
  return session?.personId;
}

/** Signs out; ending what has ended already does no harm. */
export async function endSession(token: string | undefined): Promise<void> {
  if (token === undefined || !isToken(token)) return;
  await prisma().session.deleteMany({ where: { hash: tokenHash(token) } });
}

/** Since when somebody is signed in, and where else: this browser's session is told apart. */
export async function sessionsOf(personId: string, token: string | undefined, now: Date) {
  const own = token !== undefined && isToken(token) ? Buffer.from(tokenHash(token)) : undefined;
  const rows = await prisma().session.findMany({
    where: { personId, expiresAt: { gt: now } },
    orderBy: { createdAt: "desc" },
    select: { hash: true, createdAt: true },
  });
  return rows.map(({ hash, createdAt }) => ({ since: createdAt, isThis: own?.equals(hash) === true }));
}

/** Ends every session of somebody but this browser's. */
export async function endOtherSessions(personId: string, token: string): Promise<void> {
  await prisma().session.deleteMany({ where: { personId, hash: { not: tokenHash(token) } } });
}
