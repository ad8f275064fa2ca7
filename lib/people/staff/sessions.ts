import type { Prisma } from "@/generated/prisma/client";
import { createToken, decrypt, encrypt, hashIfToken, hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";
import type { Actor, StaffRole } from "./permissions";
import { decryptCodes } from "./recovery-codes";

export type StaffSession = NonNullable<Awaited<ReturnType<typeof readStaffSession>>>;

/**
 * Creates a session after a correct password; returns the cookie's value, or undefined when the password was replaced
 * or the member removed during the check.
 * @param member with the hash that the password was checked against
 */
export async function createStaffSession(
  member: { id: string; passwordHash: string | null },
  userAgent: string,
  now: Date,
): Promise<string | undefined> {
  const { id: memberId, passwordHash } = member;
  const token = createToken();
  return prisma().$transaction(async (tx) => {
    // Locks the member until the session exists, so that ending all sessions ends this one too.
    const locked = await tx.$queryRaw<unknown[]>`
      select 1 from staff_members
      where id = ${memberId}::uuid and password_hash = ${passwordHash} and removed_at is null for update`;
    if (locked.length === 0) return;
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
const MAX_LIFETIME_MS = 12 * IDLE_MS;
/** The minimum interval of updates of `lastUsedAt`. */
const LAST_USE_INTERVAL_MS = 60 * 1000;

const sessionColumns = {
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

type Row = Prisma.StaffSessionGetPayload<{ select: typeof sessionColumns }>;

/** The session of a cookie; undefined when it is unknown or expired (desk 5: after an hour without use, twelve in all). */
export async function readStaffSession(token: string | undefined, now: Date) {
  const row = await findRow(token);
  if (!row || !isActive(row, now)) return;
  if (now.getTime() - row.lastUsedAt.getTime() > LAST_USE_INTERVAL_MS) {
    await prisma().staffSession.updateMany({ where: { hash: row.hash }, data: { lastUsedAt: now } });
  }
  const { member, memberId } = row;
  return {
    id: row.id,
    hash: row.hash,
    email: member.email,
    hasFactor: member.totpConfirmedAt !== null,
    /** The member has not confirmed the recovery codes as saved. */
    hasNewCodes: decryptCodes(memberId, member.newRecoveryCodes).length > 0,
    stage: await getStage(row),
    /** The kinds of messages previewed in this session, each with its day (desk 36). */
    seenMails: row.seenMails,
    /** Whether shortcuts of single keys are on (desk 35). */
    shortcuts: member.shortcuts,
    actor: {
      kind: "staff" as const,
      id: memberId,
      name: member.name ?? member.email,
      role: member.role as StaffRole,
      passwordAt: row.passwordAt,
    },
  };
}

/** An active or ended session that was opened, for saving a form typed in it. */
export async function findEndedSession(
  token: string | undefined,
): Promise<Pick<Row, "memberId" | "hash"> | undefined> {
  const row = await findRow(token);
  return row && !row.member.removedAt && row.openedAt ? row : undefined;
}

export async function endStaffSession(token: string | undefined, now: Date): Promise<void> {
  const hash = hashIfToken(token);
  if (hash)
    await prisma().staffSession.updateMany({ where: { hash, endedAt: null }, data: { endedAt: now } });
}

/** Ends every session of a member except `keep`, in the caller's transaction. */
export async function endMemberSessions(
  tx: Prisma.TransactionClient,
  memberId: string,
  now: Date,
  keep?: string,
) {
  await tx.staffSession.updateMany({
    where: { memberId, endedAt: null, ...(keep && { id: { not: keep } }) },
    data: { endedAt: now },
  });
}

/**
 * Ends all access of a member in the caller's transaction: sessions, the link that sets a password, known browsers.
 * For a removal, a new password or a lost device.
 * @param keep the id of a session that stays
 */
export async function endAccessOf(tx: Prisma.TransactionClient, memberId: string, now: Date, keep?: string) {
  const data = { linkHash: null, linkExpiresAt: null };
  await tx.staffMember.update({ where: { id: memberId }, data, select: { id: true } });
  // No browser has the new hash. The rows stay, because the first browser of a member sends no notice.
  await tx.$executeRaw`update staff_devices set hash = sha256(hash) where member_id = ${memberId}::uuid`;
  await endMemberSessions(tx, memberId, now, keep);
}

/** A member's active sessions, last used first. */
export async function listMemberSessions(memberId: string, now: Date) {
  const rows = await prisma().staffSession.findMany({
    where: { memberId, endedAt: null },
    orderBy: { lastUsedAt: "desc" },
    select: { ...sessionColumns, userAgent: true },
  });
  return rows
    .filter((row) => isActive(row, now))
    .map(({ id, createdAt, lastUsedAt, userAgent }) => ({ id, createdAt, lastUsedAt, userAgent }));
}

export async function endOwnSession({ actor }: StaffSession, id: string, now: Date): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return;
  await prisma().staffSession.updateMany({
    where: { id, memberId: actor.id, endedAt: null },
    data: { endedAt: now },
  });
}

/** A member of staff as an actor for a background job; undefined when removed. */
export async function findActor(memberId: string | null): Promise<Actor | undefined> {
  if (memberId === null) return { kind: "command" };
  const member = await prisma().staffMember.findUnique({
    where: { id: memberId, removedAt: null },
    select: { id: true, name: true, email: true, role: true },
  });
  if (!member) return;
  // Long ago, so that a job cannot use rights that need a recent password.
  return {
    kind: "staff",
    id: member.id,
    name: member.name ?? member.email,
    role: member.role,
    passwordAt: new Date(0),
  };
}

/** The typed fields and the path of a desk page; `renewed` when the page was of an older build. */
type SavedForm = { path: string; fields: Record<string, string[]>; renewed?: true };

const LIFETIME_MS = 3600 * 1000;

/** Saves a member's typed form, encrypted, for an hour; returns the cookie's value. */
export async function saveForm(memberId: string, form: SavedForm, now: Date): Promise<string> {
  const token = createToken();
  const hash = hashToken(token);
  const content = encrypt(JSON.stringify(form), hash);
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await prisma().heldForm.create({
    data: { hash, memberId, content, expiresAt },
    select: { memberId: true },
  });
  return token;
}

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

const toReceipt = (kind: string, day: Day) => `${kind} ${day}`;

/** Whether this session has previewed a kind of message on that day (desk 36). */
export const hasReadReceipt = ({ seenMails }: Session, kind: string, day: Day): boolean =>
  seenMails.includes(toReceipt(kind, day));

export async function saveReadReceipt(session: Session, kind: string, day: Day): Promise<void> {
  if (hasReadReceipt(session, kind, day)) return;
  const { hash } = session;
  await prisma().staffSession.updateMany({
    where: { hash },
    data: { seenMails: { push: toReceipt(kind, day) } },
  });
}

async function findRow(token: string | undefined): Promise<Row | null> {
  const hash = hashIfToken(token);
  return hash ? prisma().staffSession.findUnique({ where: { hash }, select: sessionColumns }) : null;
}

function isActive({ createdAt, lastUsedAt, endedAt, member }: Row, now: Date): boolean {
  if (endedAt || member.removedAt) return false;
  const time = now.getTime();
  return time - lastUsedAt.getTime() < IDLE_MS && time - createdAt.getTime() < MAX_LIFETIME_MS;
}

/** The second factor must be given ("code") or set up ("setup") before the desk opens. */
async function getStage({ openedAt, member }: Row): Promise<"code" | "setup" | "open"> {
  if (openedAt) return "open";
  if (member.totpConfirmedAt) return "code";
  return (await getSettings()).staff_second_factor === "required" ? "setup" : "open";
}
