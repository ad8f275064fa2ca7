import type { Prisma } from "@/generated/prisma/client";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { type Part, partColumns, partOf, seenBy } from "@/lib/people/accounts/access";
import { todayIn } from "@/lib/platform/sandbox";
import { settings } from "@/lib/school/settings";

/**
 * The enrollment that a person acts for, in the part that the action asks for. Every action of the account
 * begins here.
 * @throws DecisionRefusal `not_their_own`
 */
export async function ownEnrollment(
  tx: Prisma.TransactionClient,
  personId: string,
  reference: string,
  part: Part,
  now: Date,
): Promise<{ id: string; studentId: string }> {
  const own = await enrollmentOf(tx, personId, reference, now);
  if (own.part !== part) throw new DecisionRefusal("not_their_own");
  return own;
}

/** An enrollment with what a person is to it. @throws DecisionRefusal `not_their_own` */
export async function enrollmentOf(
  tx: Prisma.TransactionClient,
  personId: string,
  reference: string,
  now: Date,
): Promise<{ id: string; studentId: string; part: Part }> {
  const { time_zone } = await settings();
  const row = await tx.enrollment.findFirst({
    where: { reference, ...seenBy(personId) },
    select: { id: true, ...partColumns(personId) },
  });
  if (!row) throw new DecisionRefusal("not_their_own");
  return { ...row, part: partOf(row, personId, todayIn(time_zone, now)) };
}
