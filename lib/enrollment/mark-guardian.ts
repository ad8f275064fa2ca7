import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { requiredTextSchema } from "@/lib/decisions/refusal";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { ActionError, defineAction, checkboxSchema } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";
import { isUuid } from "@/lib/platform/uuid";

/**
 * Keeps one guardian apart from the other, or no longer: they see and get nothing of the other's address,
 * contact and answers, for every child that these two have together. Why is recorded (desk 13).
 */
export const markGuardian = defineAction(
  "guardian_kept_apart",
  "mark_guardian",
  z.object({ reference: z.string(), guardian: z.string(), apart: checkboxSchema, reason: requiredTextSchema }),
  async ({ tx, audit }, { reference, guardian: guardianId, apart, reason }) => {
    const references = isUuid(guardianId) ? await findSharedEnrollments(tx, reference, guardianId) : [];
    if (references.length === 0) throw new ActionError({ field: "reason", code: "gone" });
    const { count } = await tx.guardianship.updateMany({
      where: {
        guardianId,
        keptApart: !apart,
        student: { enrollments: { some: { reference: { in: references } } } },
      },
      data: { keptApart: apart },
    });
    if (count === 0) return apart; // two who set it at once have set it
    await audit(
      { kind: "person", id: guardianId },
      { reason: [null, reason], enrollments: [null, references.join(" ")] },
      apart ? undefined : "guardian_told_again",
    );
    return apart;
  },
);

/** The enrollments of all children that a guardian has with the other one of this enrollment's. */
async function findSharedEnrollments(tx: Prisma.TransactionClient, reference: string, guardianId: string) {
  const rows = await tx.$queryRaw<{ reference: string }[]>(Prisma.sql`
    select n.reference from enrollments e
    join guardianships g on g.student_id = e.student_id and g.guardian_id = ${guardianId}::uuid
    join guardianships other on other.student_id = e.student_id and other.guardian_id <> g.guardian_id
    join guardianships own on own.guardian_id = g.guardian_id
    join guardianships theirs on theirs.student_id = own.student_id and theirs.guardian_id = other.guardian_id
    join enrollments n on n.student_id = own.student_id
    where e.reference = ${reference} order by n.reference`);
  return rows.map((row) => row.reference);
}

/** Who has marked whom of an enrollment's guardians, when and why: the last word on each. */
export async function readGuardianMarks(actor: Actor, reference: string) {
  requirePermission(actor, "read");
  const entries = await prisma().auditEntry.findMany({
    where: {
      action: { in: ["guardian_kept_apart", "guardian_told_again"] },
      objectKind: "person",
      values: { some: { name: "enrollments", new: { contains: reference } } },
    },
    orderBy: { id: "asc" },
    select: {
      at: true,
      actorId: true,
      objectId: true,
      values: { where: { name: "reason" }, select: { new: true } },
    },
  });
  const members = await prisma().staffMember.findMany({
    where: { id: { in: entries.flatMap(({ actorId }) => actorId ?? []) } },
    select: { id: true, name: true, email: true },
  });
  const names = new Map(members.map(({ id, name, email }) => [id, name ?? email]));
  return new Map(
    entries.map(({ at, actorId, objectId, values }) => [
      objectId,
      { at, who: actorId ? names.get(actorId) : undefined, why: values[0]?.new ?? "" },
    ]),
  );
}
