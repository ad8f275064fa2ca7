import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { type Locale, locales } from "@/lib/i18n/locales";
import { toEmailKey } from "@/lib/mail/addresses";
import { encryptLinkToken, getStaffLinkUrl } from "@/lib/mail/mail-link";
import { enqueueNotice } from "@/lib/mail/notices";
import { findNameIssues, normaliseName, validateNewPassword } from "@/lib/people/password";
import { hashPassword } from "@/lib/people/password-hash";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { createToken, hashIfToken, hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { isUuid } from "@/lib/platform/schema";
import { type Actor, PermissionError, requirePermission, type StaffRole, staffRoles } from "./permissions";
import { endAccessOf, endMemberSessions } from "./sessions";

const LINK_LIFETIME_MS = 3 * 24 * 3600 * 1000;

/** Creates a member's link that sets a password, in the caller's transaction; it replaces any earlier one. */
async function createInvitationLink(
  tx: Prisma.TransactionClient,
  member: { id: string; locale: string },
  now: Date,
) {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
  await tx.staffMember.update({
    where: { id: member.id },
    data: { linkHash: hashToken(token), linkExpiresAt: expiresAt },
    select: { id: true },
  });
  return { url: getStaffLinkUrl(member.locale as Locale, token), token, expiresAt };
}

/** The member of a link. Reading does not use it up: mail scanners open links. */
export async function findInvitation(token: string, now: Date) {
  const linkHash = hashIfToken(token);
  if (!linkHash) return;
  const member = await prisma().staffMember.findUnique({
    where: { linkHash, linkExpiresAt: { gt: now }, removedAt: null },
    select: { id: true, email: true, name: true },
  });
  return member ?? undefined;
}

const MAX_NAME_LENGTH = 80;

/**
 * Sets name and password of a link, uses it up and ends all of the member's sessions.
 * @returns undefined for an invalid link
 * @throws DomainError
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function acceptInvitation(
  token: string,
  input: { name: string; password: string },
  now: Date,
): Promise<{ email: string } | undefined> {
  const member = await findInvitation(token, now);
  if (!member) return;
  const name = normaliseName(input.name);
  await validateNewPassword(
    input.password,
    [member.email, name],
    findNameIssues("name", name, MAX_NAME_LENGTH),
  );

  const passwordHash = await hashPassword(input.password);
  return prisma().$transaction(async (tx) => {
    const { count } = await tx.staffMember.updateMany({
      where: { linkHash: hashToken(token), linkExpiresAt: { gt: now }, removedAt: null },
      data: { name, passwordHash, linkHash: null, linkExpiresAt: null },
    });
    if (count === 0) return;
    await endAccessOf(tx, member.id, now);
    return { email: member.email };
  });
}

const memberColumns = {
  id: true,
  email: true,
  name: true,
  role: true,
  createdAt: true,
  passwordHash: true,
  totpConfirmedAt: true,
  linkExpiresAt: true,
} satisfies Prisma.StaffMemberSelect;

/** All members and invited people, by address. */
export async function listMembers(actor: Actor) {
  requirePermission(actor, "manage_staff");
  const rows = await prisma().staffMember.findMany({
    where: { removedAt: null },
    orderBy: { emailKey: "asc" },
    select: memberColumns,
  });
  return rows.map(({ passwordHash, totpConfirmedAt, ...member }) => ({
    ...member,
    accepted: passwordHash !== null,
    hasFactor: totpConfirmedAt !== null,
  }));
}

/**
 * Invites a person to the desk, or sends a member a new link that sets a password. The link is e-mailed and returned
 * (desk 42); a command only prints it, because e-mail may not work yet. An existing member keeps the role.
 */
export const inviteMember = verb(
  "staff_invited",
  "manage_staff",
  z.object({
    email: z
      .string()
      .trim()
      .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "invalid"),
    role: z.enum(staffRoles, "required"),
    locale: z.enum(locales),
  }),
  async ({ tx, actor, now, audit }, { email, role, locale }) => {
    const key = toEmailKey(email);
    const existing = await tx.staffMember.findUnique({
      where: { emailKey: key },
      select: { removedAt: true, passwordHash: true },
    });
    const isNew = !existing || existing.removedAt !== null;
    const resetFields = { role, locale, passwordHash: null, removedAt: null, ...clearedFactor };
    const member = await tx.staffMember.upsert({
      where: { emailKey: key },
      create: { email, emailKey: key, role, locale },
      update: isNew ? resetFields : {},
      select: { id: true, locale: true },
    });
    const { url, token, expiresAt } = await createInvitationLink(tx, member, now);
    // The token is encrypted in the queue (desk 42).
    if (actor.kind === "staff")
      await enqueueNotice(tx, {
        kind: existing?.passwordHash ? "staff_password" : "staff_invited",
        memberId: member.id,
        at: now.toISOString(),
        sealedToken: encryptLinkToken(member.id, token),
        until: expiresAt.toISOString(),
      });
    await audit({ kind: "staff_member", id: member.id }, isNew ? { role: [null, role] } : {});
    return url;
  },
);

const member = z.string().refine(isUuid, "unknown");

export const changeRole = verb(
  "staff_role_changed",
  "manage_staff",
  z.object({ member, role: z.enum(staffRoles, "required") }),
  async (context, { member: id, role }) => {
    const currentRole = await lockMember(context.tx, id, role !== "admin");
    if (currentRole === role) return;
    await context.tx.staffMember.update({ where: { id }, data: { role }, select: { id: true } });
    await endSessionsAndAudit(context, id, { role: [currentRole, role] });
  },
);

/** Removes a member of the desk; notes and decisions keep the name. */
export const removeMember = verb(
  "staff_removed",
  "manage_staff",
  z.object({ member }),
  async (context, { member: id }) => {
    const role = await lockMember(context.tx, id, true);
    await removeFactor(context, id, { removedAt: context.now, passwordHash: null });
    await endSessionsAndAudit(context, id, { role: [role, null] });
  },
);

/** Deletes a member's second factor after a lost phone; the next sign-in sets up a new one. */
export const resetFactor = verb(
  "staff_factor_reset",
  "manage_staff",
  z.object({ member }),
  async (context, { member: id }) => {
    const { tx, now } = context;
    await lockMember(tx, id, false);
    await removeFactor(context, id);
    await endSessionsAndAudit(context, id);
    await enqueueNotice(tx, { kind: "staff_factor_reset", memberId: id, at: now.toISOString() });
  },
);

/** Whether there is an administrator who has accepted the invitation. */
export async function hasAdministrator(): Promise<boolean> {
  return (await prisma().staffMember.count({ where: activeAdmin })) > 0;
}

/** Turns the member's own single-key shortcuts on or off (WCAG 2.1.4). */
export const setShortcuts = verb(
  "shortcuts_turned",
  "read",
  z.object({ on: z.enum(["yes", "no"]) }),
  async ({ tx, actor }, { on }) => {
    if (actor.kind !== "staff") throw new PermissionError("no_right");
    await tx.staffMember.update({
      where: { id: actor.id },
      data: { shortcuts: on === "yes" },
      select: { id: true },
    });
    return on;
  },
);

async function removeFactor(
  { tx, now }: VerbContext,
  id: string,
  extraData: Prisma.StaffMemberUpdateInput = {},
) {
  const data = { ...clearedFactor, ...extraData };
  await tx.staffMember.update({ where: { id }, data, select: { id: true } });
  await tx.staffRecoveryCode.deleteMany({ where: { memberId: id } });
  await endAccessOf(tx, id, now);
}

async function endSessionsAndAudit(
  { tx, now, audit }: VerbContext,
  id: string,
  values?: Parameters<VerbContext["audit"]>[1],
) {
  await endMemberSessions(tx, id, now);
  await audit({ kind: "staff_member", id }, values);
}

const activeAdmin = { role: "admin", removedAt: null, passwordHash: { not: null } } as const;

const clearedFactor = {
  totpSecret: null,
  totpConfirmedAt: null,
  totpLastStep: 0n,
  codeFailures: 0,
  codesStoppedUntil: null,
  newRecoveryCodes: null,
};

/**
 * Locks a member and returns the role.
 * @throws DomainError for an unknown member, or when the last administrator would lose the role (desk 2)
 */
async function lockMember(tx: VerbContext["tx"], id: string, losesAdmin: boolean): Promise<StaffRole> {
  // Serialises two administrators who remove each other.
  await tx.$queryRaw(Prisma.sql`select id from staff_members where role = 'admin' order by id for update`);
  const member = await tx.staffMember.findFirst({
    where: { id, removedAt: null },
    select: { role: true, passwordHash: true },
  });
  if (!member) throw new DomainError({ code: "member_unknown" });
  if (losesAdmin && member.role === "admin" && member.passwordHash !== null) {
    if ((await tx.staffMember.count({ where: activeAdmin })) === 1)
      throw new DomainError({ code: "member_last_admin" });
  }
  return member.role;
}
