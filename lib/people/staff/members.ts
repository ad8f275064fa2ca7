import { Prisma } from "@/generated/prisma/client";
import type { Locale } from "@/lib/i18n/locales";
import { emailKey } from "@/lib/mail/addresses";
import { recorded, writeEntry } from "@/lib/people/audit";
import { prisma } from "@/lib/platform/prisma";
import { newStaffLink } from "./link";
import { type Actor, demand, type StaffRole } from "./rights";
import { endSessionsOf } from "./sessions";
import { tellMember } from "./tell";

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

export type ListedMember = Omit<
  Prisma.StaffMemberGetPayload<{ select: typeof listed }>,
  "passwordHash" | "totpConfirmedAt"
> & { accepted: boolean; hasFactor: boolean };

/** Everybody who works at the desk or is invited to, by address. */
export async function listMembers(actor: Actor): Promise<ListedMember[]> {
  demand(actor, "manage_staff");
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

export type Invited = { id: string; isNew: boolean };

/**
 * Invites somebody to the desk, or once more whoever is there already: with a link that sets a
 * (new) password. Who is there keeps their role; `role` is for whoever is not.
 */
export async function inviteMember(
  actor: Actor,
  { email, role, locale }: { email: string; role: StaffRole; locale: Locale },
  then: (tx: Prisma.TransactionClient, member: { id: string; locale: string }) => Promise<void>,
): Promise<Invited> {
  demand(actor, "manage_staff");
  const key = emailKey(email);
  return prisma().$transaction(async (tx) => {
    const known = await tx.staffMember.findUnique({
      where: { emailKey: key },
      select: { role: true, removedAt: true },
    });
    const isNew = !known || known.removedAt !== null;
    const fresh = { role, locale, passwordHash: null, removedAt: null, ...noFactor };
    const member = await tx.staffMember.upsert({
      where: { emailKey: key },
      create: { email: email.trim(), emailKey: key, role, locale },
      update: isNew ? fresh : {},
      select: { id: true, locale: true },
    });
    await then(tx, member);
    await record(tx, actor, "staff_invited", member.id, isNew ? [null, role] : undefined);
    return { id: member.id, isNew };
  });
}

/** An invitation whose link is handed over by whoever asked for it. */
export async function inviteWithLink(
  actor: Actor,
  input: { email: string; role: StaffRole; locale: Locale },
  now: Date,
): Promise<string> {
  let url = "";
  await inviteMember(actor, input, async (tx, member) => {
    url = (await newStaffLink(tx, member, now)).url;
  });
  return url;
}

/** What becomes of a change to a member; the last administrator stays one (desk 2). */
export type MemberChange = "done" | "unknown" | "last_admin";

export async function changeRole(
  actor: Actor,
  id: string,
  role: StaffRole,
  now: Date,
): Promise<MemberChange> {
  demand(actor, "manage_staff");
  return change(id, role !== "admin", async (tx, member) => {
    if (member.role === role) return;
    await tx.staffMember.update({ where: { id }, data: { role }, select: { id: true } });
    await endSessionsOf(tx, id, now);
    await record(tx, actor, "staff_role_changed", id, [member.role, role]);
  });
}

/** Takes somebody off the desk; what they noted and decided keeps their name. */
export async function removeMember(actor: Actor, id: string, now: Date): Promise<MemberChange> {
  demand(actor, "manage_staff");
  return change(id, true, async (tx, { role }) => {
    await tx.staffMember.update({
      where: { id },
      data: { removedAt: now, passwordHash: null, linkHash: null, linkExpiresAt: null, ...noFactor },
      select: { id: true },
    });
    await tx.staffRecoveryCode.deleteMany({ where: { memberId: id } });
    await endSessionsOf(tx, id, now);
    await record(tx, actor, "staff_removed", id, [role, null]);
  });
}

/** Forgets a member's second factor, whose phone is lost; the next sign-in sets up another. */
export async function resetFactor(actor: Actor, id: string, now: Date): Promise<MemberChange> {
  demand(actor, "manage_staff");
  return change(id, false, async (tx) => {
    await tx.staffMember.update({ where: { id }, data: noFactor, select: { id: true } });
    await tx.staffRecoveryCode.deleteMany({ where: { memberId: id } });
    await endSessionsOf(tx, id, now);
    await record(tx, actor, "staff_factor_reset", id);
    await tellMember(tx, id, "staff_factor_reset", now);
  });
}

/** Whether anybody can manage the desk: an administrator who has accepted the invitation. */
export async function hasAdministrator(): Promise<boolean> {
  return (await prisma().staffMember.count({ where: activeAdmin })) > 0;
}

const activeAdmin = { role: "admin", removedAt: null, passwordHash: { not: null } } as const;

const noFactor = {
  totpSecret: null,
  totpConfirmedAt: null,
  totpLastStep: 0n,
  codeFailures: 0,
  codesStoppedUntil: null,
  newRecoveryCodes: null,
};

function record(
  tx: Prisma.TransactionClient,
  actor: Actor,
  action: string,
  id: string,
  role?: [old: StaffRole | null, now: StaffRole | null],
) {
  const object = { kind: "staff_member", id } as const;
  return writeEntry(tx, { actor: recorded(actor), action, object, values: role && { role } });
}

async function change(
  id: string,
  losesAdmin: boolean,
  work: (tx: Prisma.TransactionClient, member: { role: StaffRole }) => Promise<void>,
): Promise<MemberChange> {
  return prisma().$transaction(async (tx) => {
    // Two administrators who remove each other wait here, one behind the other.
    await tx.$queryRaw(Prisma.sql`select id from staff_members where role = 'admin' order by id for update`);
    const member = await tx.staffMember.findFirst({
      where: { id, removedAt: null },
      select: { role: true, passwordHash: true },
    });
    if (!member) return "unknown";
    if (losesAdmin && member.role === "admin" && member.passwordHash !== null) {
      if ((await tx.staffMember.count({ where: activeAdmin })) === 1) return "last_admin";
    }
    await work(tx, member);
    return "done";
  });
}
