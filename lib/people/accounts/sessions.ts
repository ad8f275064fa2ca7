import type { Prisma } from "@/generated/prisma/client";
import { endAccess } from "@/lib/mail/mail-link";
import { createToken, hashIfToken, hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";

/** Ended sessions are needed for a while to save forms typed in them. */
const STAFF_SESSION_RETENTION_MS = 7 * 24 * 3600 * 1000;

/** The secrets for the browser's cookies; they are stored only as hashes. */
export type NewSession = { token: string; expiresAt: Date; device: string };

const DAY_MS = 24 * 3600 * 1000;
const SESSION_LIFETIME_MS = 7 * DAY_MS;
const DEVICE_LIFETIME_MS = 180 * DAY_MS;

/** Creates a session for seven days and remembers the browser for 180: attempts from other browsers cannot lock it out. */
export async function createSession(
  db: Pick<Prisma.TransactionClient, "session" | "knownDevice">,
  personId: string,
  now: Date,
): Promise<NewSession> {
  const [token, device] = [createToken(), createToken()];
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS);
  await db.session.create({
    data: { hash: hashToken(token), personId, createdAt: now, expiresAt },
    select: { personId: true },
  });
  await db.knownDevice.create({
    data: { hash: hashToken(device), personId, expiresAt: new Date(now.getTime() + DEVICE_LIFETIME_MS) },
    select: { personId: true },
  });
  return { token, expiresAt, device };
}

/** Whether this browser was signed in to the account of this e-mail address before. */
export async function isKnownDevice(
  device: string | undefined,
  emailKey: string,
  now: Date,
): Promise<boolean> {
  const hash = hashIfToken(device);
  if (!hash) return false;
  const where = { hash, expiresAt: { gt: now }, account: { person: { emailKey } } };
  return (await prisma().knownDevice.count({ where: where })) > 0;
}

/** The person of a session; undefined when it is unknown, expired, or of another sandbox, where the date may differ. */
export async function findSessionPerson(token: string | undefined, now: Date): Promise<string | undefined> {
  const hash = hashIfToken(token);
  if (!hash) return;
  const session = await prisma().session.findUnique({
    where: {
      hash,
      expiresAt: { gt: now },
      account: { person: { erasedAt: null } },
    },
    select: { personId: true },
  });
  return session?.personId;
}

/** The signed-in person's data for the page header. */
export async function findSessionHeader(token: string | undefined, now: Date) {
  const hash = hashIfToken(token);
  if (!hash) return;
  return (
    (await prisma().person.findFirst({
      where: { erasedAt: null, account: { sessions: { some: { hash, expiresAt: { gt: now } } } } },
      select: { name: true, birthDate: true, account: { select: { hasPassword: true } } },
    })) ?? undefined
  );
}

/** Deletes a session, if it exists. */
export async function endSession(token: string | undefined): Promise<void> {
  const hash = hashIfToken(token);
  if (hash) await prisma().session.deleteMany({ where: { hash } });
}

/** A person's sessions, newest first; `isThis` marks this browser's. */
export async function listSessions(personId: string, token: string | undefined, now: Date) {
  const current = hashIfToken(token);
  const rows = await prisma().session.findMany({
    where: { personId, expiresAt: { gt: now } },
    orderBy: { createdAt: "desc" },
    select: { hash: true, createdAt: true },
  });
  return rows.map(({ hash, createdAt }) => ({
    since: createdAt,
    isThis: current !== undefined && Buffer.from(current).equals(hash),
  }));
}

/** Ends all access of a person except this browser's session, for a lost device. */
export async function endOtherSessions(personId: string, token: string, now: Date): Promise<void> {
  await prisma().$transaction((tx) => endAccess(tx, [personId], now, hashToken(token)));
}

/** `continues`: the link also continues the draft that was offered to the person (families 7). */
export type SetupPerson = NonNullable<Awaited<ReturnType<typeof findSetupPerson>>>;

const whereValid = (now: Date) => ({ spentAt: null, supersededAt: null, expiresAt: { gt: now } });

/**
 * The person whose password a link may set. Reading does not use up the link: mail scanners open links.
 * @returns undefined when the link is unknown, used, expired or replaced
 */
export async function findSetupPerson(token: string, now: Date) {
  const hash = hashIfToken(token);
  if (!hash) return;
  const setupToken = await prisma().setupToken.findUnique({
    where: { hash, ...whereValid(now), person: { erasedAt: null } }, // only of the current sandbox
    select: {
      continues: true,
      person: {
        select: {
          id: true,
          email: true,
          name: true,
          surname: true,
          birthDate: true,
          account: { select: { personId: true } },
        },
      },
    },
  });
  if (!setupToken) return;
  const { account, ...person } = setupToken.person;
  return { ...person, hasAccount: account !== null, continues: setupToken.continues };
}

/** Uses up a link in the caller's transaction; of two concurrent calls one returns true. */
export async function consumeToken(tx: Prisma.TransactionClient, token: string, now: Date): Promise<boolean> {
  const { count } = await tx.setupToken.updateMany({
    where: { hash: hashToken(token), ...whereValid(now) },
    data: { spentAt: now },
  });
  return count === 1;
}

/** Deletes expired sessions, devices, forms and counters; returns the number of rows. */
export async function purgeSignIns(now: Date): Promise<number> {
  const expired = { where: { expiresAt: { lt: now } } };
  const cutoff = new Date(now.getTime() - STAFF_SESSION_RETENTION_MS);
  const deleted = [
    await prisma().session.deleteMany(expired),
    await prisma().knownDevice.deleteMany(expired),
    await prisma().heldForm.deleteMany(expired),
    await prisma().staffSession.deleteMany({ where: { createdAt: { lt: cutoff } } }),
    await prisma().accountLimit.deleteMany({ where: { expire: { lt: now.getTime() } } }),
  ];
  return deleted.reduce((sum, { count }) => sum + count, 0);
}
