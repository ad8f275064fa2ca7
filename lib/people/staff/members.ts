import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { locales } from "@/lib/i18n/locales";
import { toEmailKey } from "@/lib/mail/addresses";
import { type ActionContext, ActionError, defineAction } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";
import { isUuid } from "@/lib/platform/uuid";
import { createInvitationLink } from "./link";
import { notifyMember, sendInvitationLink } from "./notify";
import { type Actor, requirePermission, type StaffRole, staffRoles } from "./rights";
import { endAccessOf, endMemberSessions } from "./sessions";

const listed = {
  id: true,
  email: true,
  name: true,
  role: true,
  createdAt: true,
  passwordHash: true,
  totpConfirmedAt: true,
  linkExpiresAt: true,
} satisfies Prisma.StaffMemberSelect;

export type MemberRow = Omit<
  Prisma.StaffMemberGetPayload<{ select: typeof listed }>,
  "passwordHash" | "totpConfirmedAt"
> & { accepted: boolean; hasFactor: boolean };

/** Everybody who works at the desk or is invited to, by address. */
export async function listMembers(actor: Actor): Promise<MemberRow[]> {
  requirePermission(actor, "manage_staff");
  const rows = await prisma().staffMember.findMany({
    where: { removedAt: null },
    orderBy: { emailKey: "asc" },
    select: listed,
  });
  return rows.map(({ passwordHash, totpConfirmedAt, ...member }) => ({
    ...member,
    accepted: passwordHash !== null,
    hasFactor: totpConfirmedAt !== null,
  }));
}

/**
 * Invites somebody to the desk, or once more whoever is there already: with a link that sets a (new) password, mailed
 * to them and given to whoever asks (desk 42); a command hands it over itself, before there need be any mail.
 * Who is there keeps their role; `role` is for whoever is not.
 */
export const inviteMember = defineAction(
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
    const known = await tx.staffMember.findUnique({
      where: { emailKey: key },
      select: { removedAt: true, passwordHash: true },
    });
    const isNew = !known || known.removedAt !== null;
    const fresh = { role, locale, passwordHash: null, removedAt: null, ...clearedFactor };
    const member = await tx.staffMember.upsert({
      where: { emailKey: key },
      create: { email, emailKey: key, role, locale },
      update: isNew ? fresh : {},
      select: { id: true, locale: true },
    });
    const { url, ...link } = await createInvitationLink(tx, member, now);
    const kind = known?.passwordHash ? "staff_password" : "staff_invited";
    if (actor.kind === "staff") await sendInvitationLink(tx, member.id, { kind, ...link }, now);
    await audit({ kind: "staff_member", id: member.id }, isNew ? { role: [null, role] } : {});
    return url;
  },
);

const member = z.string().refine(isUuid, "unknown");

export const changeRole = defineAction(
  "staff_role_changed",
  "manage_staff",
  z.object({ member, role: z.enum(staffRoles, "required") }),
  async (doing, { member: id, role }) => {
    const before = await lockMember(doing.tx, id, role !== "admin");
    if (before === role) return;
    await doing.tx.staffMember.update({ where: { id }, data: { role }, select: { id: true } });
    await endSessionsAndAudit(doing, id, { role: [before, role] });
  },
);

/** Takes somebody off the desk; what they noted and decided keeps their name. */
export const removeMember = defineAction(
  "staff_removed",
  "manage_staff",
  z.object({ member }),
  async (doing, { member: id }) => {
    const role = await lockMember(doing.tx, id, true);
    await removeFactor(doing, id, { removedAt: doing.now, passwordHash: null });
    await endSessionsAndAudit(doing, id, { role: [role, null] });
  },
);

/** Forgets a member's second factor, whose phone is lost; the next sign-in sets up another. */
export const resetFactor = defineAction(
  "staff_factor_reset",
  "manage_staff",
  z.object({ member }),
  async (doing, { member: id }) => {
    await lockMember(doing.tx, id, false);
    await removeFactor(doing, id);
    await endSessionsAndAudit(doing, id);
    await notifyMember(doing.tx, id, "staff_factor_reset", doing.now);
  },
);

async function removeFactor({ tx, now }: ActionContext, id: string, further: Prisma.StaffMemberUpdateInput = {}) {
  const data = { ...clearedFactor, ...further };
  await tx.staffMember.update({ where: { id }, data, select: { id: true } });
  await tx.staffRecoveryCode.deleteMany({ where: { memberId: id } });
  await endAccessOf(tx, id, now);
}

async function endSessionsAndAudit({ tx, now, audit }: ActionContext, id: string, values?: Parameters<ActionContext["audit"]>[1]) {
  await endMemberSessions(tx, id, now);
  await audit({ kind: "staff_member", id }, values);
}

/** Whether anybody can manage the desk: an administrator who has accepted the invitation. */
export async function hasAdministrator(): Promise<boolean> {
  return (await prisma().staffMember.count({ where: activeAdmin })) > 0;
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

/** The role of somebody who is there; the last administrator stays one (desk 2). */
async function lockMember(tx: ActionContext["tx"], id: string, losesAdmin: boolean): Promise<StaffRole> {
  // Two administrators who remove each other wait here, one behind the other.
  await tx.$queryRaw(Prisma.sql`select id from staff_members where role = 'admin' order by id for update`);
  const member = await tx.staffMember.findFirst({
    where: { id, removedAt: null },
    select: { role: true, passwordHash: true },
  });
  if (!member) throw new ActionError({ code: "member_unknown" });
  if (losesAdmin && member.role === "admin" && member.passwordHash !== null) {
    if ((await tx.staffMember.count({ where: activeAdmin })) === 1)
      throw new ActionError({ code: "member_last_admin" });
  }
  return member.role;
}
