import type { Actor, StaffRole } from "@/lib/people/staff/permissions";
import { acceptInvitation, inviteMember } from "@/lib/people/staff/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { anEmail } from "../data/factories";
import { STAFF_PASSWORD } from "./totp";

export const commandActor: Actor = { kind: "command" };

export const getLinkToken = (link: string) => link.split("/").at(-1) as string;

/** A member with a password who may act now. */
export async function aMember(role: StaffRole, now = new Date()) {
  const email = anEmail(role);
  const link = await inviteMember({ email, role, locale: "es" }, commandActor, now);
  await acceptInvitation(getLinkToken(link), { name: "Marta", password: STAFF_PASSWORD }, now);
  const { id } = await prisma().staffMember.findFirstOrThrow({ where: { email }, select: { id: true } });
  const actor: Actor = { kind: "staff", id, name: "Marta", role, passwordAt: now };
  return { id, email, actor };
}
