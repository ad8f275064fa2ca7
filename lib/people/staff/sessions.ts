import type { Prisma } from "@/generated/prisma/client";
import { createToken, decrypt, encrypt, hashIfToken, hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";
import type { Actor, StaffRole } from "./permissions";
import { decryptCodes } from "./recovery-codes";

/** How far a sign-in has come: the desk opens after the second factor, which may have to be set up first. */
type SessionStage = "code" | "setup" | "open";

export type StaffSession = {
  id: string;
  hash: Uint8Array<ArrayBuffer>;
  stage: SessionStage;
  email: string;
  hasFactor: boolean;
  /** Recovery codes are there that the member has not yet said to have kept. */
  hasNewCodes: boolean;
  actor: Extract<Actor, { kind: "staff" }>;
  /** The kinds of mail that it has seen before they were sent, each with its day (`seen-mails.ts`). */
  seenMails: string[];
  /** Whether single keys act at the desk (desk 35). */
  shortcuts: boolean;
};

/**
 * Begins a session for whoever has just typed the right password; returns the cookie's value. Checking
 * a password takes a while: when it was replaced or its member removed meanwhile, none begins.
 *
 * @param passwordHash what the password was checked against
 */
export async function createStaffSession(
  member: { id: string; passwordHash: string | null },
  userAgent: string,
  now: Date,
): Promise<string | undefined> {
  const { id: memberId, passwordHash } = member;
  const token = createToken();
  return prisma().$transaction(async (tx) => {
    // Held until the session is there: whoever ends all of the member's sessions finds it.
    const held = await tx.$queryRaw<unknown[]>`
      select 1 from staff_members
      where id = ${memberId}::uuid and password_hash = ${passwordHash} and removed_at is null for update`;
    if (held.length === 0) return;
    await tx.staffSession.create({
      data: {
        hash: hashToken(token),
        memberId,
        createdAt: now,
        lastUsedAt: now,
        passwordAt: now,
        userAgent: userAgent.toWellFormed().replaceAll("\0", "").slice(0, 300),
      },
      select: { id: true },
    });
    return token;
  });
}

const IDLE_MS = 3600 * 1000;
const WHOLE_MS = 12 * IDLE_MS;
/** Using the desk is written down at most this often. */
const NOTED_EVERY_MS = 60 * 1000;

const selected = {
  id: true,
  hash: true,
  memberId: true,
  createdAt: true,
  lastUsedAt: true,
  endedAt: true,
  openedAt: true,
  passwordAt: true,
  seenMails: true,
  member: {
    select: {
      email: true,
      name: true,
      role: true,
      shortcuts: true,
      totpConfirmedAt: true,
      newRecoveryCodes: true,
      removedAt: true,
    },
  },
} satisfies Prisma.StaffSessionSelect;

type Row = Prisma.StaffSessionGetPayload<{ select: typeof selected }>;

/** The session behind a cookie; undefined when it is unknown or over (desk 5: an hour idle, twelve in all). */
export async function readStaffSession(
  token: string | undefined,
  now: Date,
): Promise<StaffSession | undefined> {
  const row = await find(token);
  if (!row || !isActive(row, now)) return;
  if (now.getTime() - row.lastUsedAt.getTime() > NOTED_EVERY_MS) {
    await prisma().staffSession.updateMany({ where: { hash: row.hash }, data: { lastUsedAt: now } });
  }
  const { member, memberId } = row;
  return {
    id: row.id,
    hash: row.hash,
    email: member.email,
    hasFactor: member.totpConfirmedAt !== null,
    hasNewCodes: decryptCodes(memberId, member.newRecoveryCodes).length > 0,
    stage: await stageOf(row),
    seenMails: row.seenMails,
    shortcuts: member.shortcuts,
    actor: {
      kind: "staff",
      id: memberId,
      name: member.name ?? member.email,
      role: member.role as StaffRole,
      passwordAt: row.passwordAt,
    },
  };
}

/** Whose session this is or was, for keeping what was typed in it. */
export async function findEndedSession(
  token: string | undefined,
): Promise<Pick<Row, "memberId" | "hash"> | undefined> {
  const row = await find(token);
  return row && !row.member.removedAt && row.openedAt ? row : undefined;
}

export async function endStaffSession(token: string | undefined, now: Date): Promise<void> {
  const hash = hashIfToken(token);
  if (hash)
    await prisma().staffSession.updateMany({ where: { hash, endedAt: null }, data: { endedAt: now } });
}

/** Ends every session of a member, in the caller's transaction: after another role. */
export async function endMemberSessions(
  tx: Prisma.TransactionClient,
  memberId: string,
  now: Date,
  but?: string,
) {
  await tx.staffSession.updateMany({
    where: { memberId, endedAt: null, ...(but && { id: { not: but } }) },
    data: { endedAt: now },
  });
}

/**
 * Ends every way to sign in that a member had before, in the caller's transaction: sessions, the link that sets a
 * password, known browsers. After removal, a new password, a lost device.
 *
 * @param but a session that stays
 */
export async function endAccessOf(tx: Prisma.TransactionClient, memberId: string, now: Date, but?: string) {
  const data = { linkHash: null, linkExpiresAt: null };
  await tx.staffMember.update({ where: { id: memberId }, data, select: { id: true } });
  // No browser has such a hash; the rows stay, because a member without any is not told of the next one.
  await tx.$executeRaw`update staff_devices set hash = sha256(hash) where member_id = ${memberId}::uuid`;
  await endMemberSessions(tx, memberId, now, but);
}

/** The browsers in which a member is signed in, the latest used first. */
export async function listMemberSessions(memberId: string, now: Date) {
  const rows = await prisma().staffSession.findMany({
    where: { memberId, endedAt: null },
    orderBy: { lastUsedAt: "desc" },
    select: { ...selected, userAgent: true },
  });
  return rows
    .filter((row) => isActive(row, now))
    .map(({ id, createdAt, lastUsedAt, userAgent }) => ({ id, createdAt, lastUsedAt, userAgent }));
}

/** Ends one of a member's own sessions; another member's is not theirs to end. */
export async function endOwnSession({ actor }: StaffSession, id: string, now: Date): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return;
  await prisma().staffSession.updateMany({
    where: { id, memberId: actor.id, endedAt: null },
    data: { endedAt: now },
  });
}

/** Somebody of the desk as they are now, for what goes on without them; undefined when they are gone. */
export async function findActor(memberId: string | null): Promise<Actor | undefined> {
  if (memberId === null) return { kind: "command" };
  const member = await prisma().staffMember.findUnique({
    where: { id: memberId, removedAt: null },
    select: { id: true, name: true, email: true, role: true },
  });
  if (!member) return;
  // What asks for the password anew is not done while nobody is there.
  return {
    kind: "staff",
    id: member.id,
    name: member.name ?? member.email,
    role: member.role,
    passwordAt: new Date(0),
  };
}

/** What was typed, by the fields' names, and the page of the desk on which; `renewed` where that was another build's. */
export type SavedForm = { path: string; fields: Record<string, string[]>; renewed?: true };

const LASTS_MS = 3600 * 1000;

/** Keeps what was typed for a member, encrypted, for an hour; returns the cookie's value that finds it. */
export async function saveForm(memberId: string, kept: SavedForm, now: Date): Promise<string> {
  const token = createToken();
  const hash = hashToken(token);
  const content = new Uint8Array(encrypt(JSON.stringify(kept), hash));
  const expiresAt = new Date(now.getTime() + LASTS_MS);
  await prisma().heldForm.create({
    data: { hash, memberId, content, expiresAt },
    select: { memberId: true },
  });
  return token;
}

/** What this very member had typed; undefined for anybody else. */
export async function readSavedForm(
  memberId: string,
  token: string | undefined,
  now: Date,
): Promise<SavedForm | undefined> {
  const hash = hashIfToken(token);
  if (!hash) return;
  const row = await prisma().heldForm.findUnique({
    where: { hash, memberId, expiresAt: { gt: now } },
    select: { content: true },
  });
  const text = row && decrypt(row.content, hash);
  if (!text) return;
  return JSON.parse(text) as SavedForm;
}

export async function deleteSavedForm(memberId: string, token: string | undefined): Promise<void> {
  const hash = hashIfToken(token);
  if (hash) await prisma().heldForm.deleteMany({ where: { hash, memberId } });
}

type Session = Pick<StaffSession, "hash" | "seenMails">;

const noted = (kind: string, day: Day) => `${kind} ${day}`;

/** Whether this session has seen on a day what a kind of mail says, before one was sent (desk 36). */
export const hasReadReceipt = ({ seenMails }: Session, kind: string, day: Day): boolean =>
  seenMails.includes(noted(kind, day));

/** Notes that it has. */
export async function saveReadReceipt(session: Session, kind: string, day: Day): Promise<void> {
  if (hasReadReceipt(session, kind, day)) return;
  const { hash } = session;
  await prisma().staffSession.updateMany({
    where: { hash },
    data: { seenMails: { push: noted(kind, day) } },
  });
}

async function find(token: string | undefined): Promise<Row | null> {
  const hash = hashIfToken(token);
  return hash ? prisma().staffSession.findUnique({ where: { hash }, select: selected }) : null;
}

function isActive({ createdAt, lastUsedAt, endedAt, member }: Row, now: Date): boolean {
  if (endedAt || member.removedAt) return false;
  const time = now.getTime();
  return time - lastUsedAt.getTime() < IDLE_MS && time - createdAt.getTime() < WHOLE_MS;
}

async function stageOf({ openedAt, member }: Row): Promise<SessionStage> {
  if (openedAt) return "open";
  if (member.totpConfirmedAt) return "code";
  return (await getSettings()).staff_second_factor === "required" ? "setup" : "open";
}
