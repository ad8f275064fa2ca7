import type { Prisma } from "@/generated/prisma/client";
import { endAccess } from "@/lib/mail/mail-link";
import { createToken, hashIfToken, hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";

/** A signed-in browser's secrets, for its cookies alone. */
export type NewSession = { token: string; expiresAt: Date; device: string };

const DAY_MS = 24 * 3600 * 1000;
const SESSION_LIFETIME_MS = 7 * DAY_MS;
const DEVICE_KEPT_MS = 180 * DAY_MS;

/**
 * Signs a person in for seven days, and remembers the browser for longer, so that whoever guesses at the account from
 * elsewhere cannot lock it out.
 */
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
    data: { hash: hashToken(device), personId, expiresAt: new Date(now.getTime() + DEVICE_KEPT_MS) },
    select: { personId: true },
  });
  return { token, expiresAt, device };
}

/** Whether somebody has signed in to the account of this e-mail in this browser before. */
export async function isKnownDevice(
  device: string | undefined,
  emailKey: string,
  now: Date,
): Promise<boolean> {
  const hash = hashIfToken(device);
  if (!hash) return false;
  const known = { hash, expiresAt: { gt: now }, account: { person: { emailKey } } };
  return (await prisma().knownDevice.count({ where: known })) > 0;
}

/**
 * Whose session this is; undefined when it is unknown, ended or over, or of somebody of another sandbox, whose clock
 * must not open a day that is over for a family.
 */
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

/** What a page's header shows of whoever is signed in: a name, and the birth date that says what they may change. */
export async function findSessionHeader(token: string | undefined, now: Date) {
  const hash = hashIfToken(token);
  if (!hash) return;
  return (
    (await prisma().person.findFirst({
      where: { erasedAt: null, account: { sessions: { some: { hash, expiresAt: { gt: now } } } } },
      select: { name: true, birthDate: true },
    })) ?? undefined
  );
}

/** Signs out; ending what has ended already does no harm. */
export async function endSession(token: string | undefined): Promise<void> {
  const hash = hashIfToken(token);
  if (hash) await prisma().session.deleteMany({ where: { hash } });
}

/** Since when somebody is signed in, and where else: this browser's session is told apart. */
export async function listSessions(personId: string, token: string | undefined, now: Date) {
  const own = hashIfToken(token);
  const rows = await prisma().session.findMany({
    where: { personId, expiresAt: { gt: now } },
    orderBy: { createdAt: "desc" },
    select: { hash: true, createdAt: true },
  });
  return rows.map(({ hash, createdAt }) => ({
    since: createdAt,
    isThis: own !== undefined && Buffer.from(own).equals(hash),
  }));
}

/** Ends every session of somebody but this browser's, and every link that would begin another: a device is lost. */
export async function endOtherSessions(personId: string, token: string, now: Date): Promise<void> {
  await prisma().$transaction((tx) => endAccess(tx, [personId], now, hashToken(token)));
}

/** The person behind a link that can still set a password. */
export type SetupPerson = {
  id: string;
  email: string;
  name: string | null;
  surname: string | null;
  birthDate: Date | null;
  hasAccount: boolean;
  /** The link also goes on with the draft that was offered to them (families 7). */
  continues: boolean;
};

const whereOpen = (now: Date) => ({ spentAt: null, supersededAt: null, expiresAt: { gt: now } });

/**
 * The person whose password a link may set. Looking never spends it: mail scanners open links.
 * @returns undefined when the link is unknown, spent, over or replaced by a newer one
 */
export async function findSetupPerson(token: string, now: Date): Promise<SetupPerson | undefined> {
  const hash = hashIfToken(token);
  if (!hash) return;
  const found = await prisma().setupToken.findUnique({
    where: { hash, ...whereOpen(now), person: { erasedAt: null } }, // and of the sandbox at work: another one's link is nobody's here
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
  if (!found) return;
  const { account, ...person } = found.person;
  return { ...person, hasAccount: account !== null, continues: found.continues };
}

/** Spends a link in the caller's transaction; of two at once one gets true. */
export async function consumeToken(tx: Prisma.TransactionClient, token: string, now: Date): Promise<boolean> {
  const { count } = await tx.setupToken.updateMany({
    where: { hash: hashToken(token), ...whereOpen(now) },
    data: { spentAt: now },
  });
  return count === 1;
}
