import type { Prisma } from "@/generated/prisma/client";
import { DecisionError } from "@/lib/decisions/refusal";
import { type FamilyRole, createRoleColumns, getFamilyRole, whereVisibleTo } from "@/lib/people/accounts/access";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

/**
 * The enrollment that a person acts for, in the part that the action asks for. Every action of the account
 * begins here.
 * @throws DecisionRefusal `not_their_own`
 */
export async function requireEnrollment(
  tx: Prisma.TransactionClient,
  personId: string,
  reference: string,
  part: FamilyRole,
  now: Date,
): Promise<{ id: string; studentId: string }> {
  const own = await findEnrollmentWithRole(tx, personId, reference, now);
  if (own.part !== part) throw new DecisionError("not_their_own");
  return own;
}

/** An enrollment with what a person is to it. @throws DecisionRefusal `not_their_own` */
export async function findEnrollmentWithRole(
  tx: Prisma.TransactionClient,
  personId: string,
  reference: string,
  now: Date,
): Promise<{ id: string; studentId: string; part: FamilyRole }> {
  const { time_zone } = await getSettings();
  const row = await tx.enrollment.findFirst({
    where: { reference, ...whereVisibleTo(personId) },
    select: { id: true, ...createRoleColumns(personId) },
  });
  if (!row) throw new DecisionError("not_their_own");
  return { ...row, part: getFamilyRole(row, personId, getToday(time_zone, now)) };
}
