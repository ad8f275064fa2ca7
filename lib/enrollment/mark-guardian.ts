import { Prisma } from "@/generated/prisma/client";
import { LONGEST_WORDS } from "@/lib/decisions/refusal";
import { recorded, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { isUuid } from "@/lib/platform/uuid";

export type MarkIssue = "gone" | "required" | "too_long";

type Mark = { reference: string; guardianId: string; apart: boolean; reason: string };

/**
 * Keeps one guardian apart from the other, or no longer: they see and get nothing of the other's address,
 * contact and answers, for every child that these two have together. Why is recorded (desk 13).
 */
export async function markGuardian(
  actor: Actor,
  { reference, guardianId, apart, reason }: Mark,
): Promise<MarkIssue | undefined> {
  demand(actor, "mark_guardian");
  const why = reason.trim();
  if (why === "") return "required";
  if (why.length > LONGEST_WORDS) return "too_long";
  if (!isUuid(guardianId)) return "gone";
  return prisma().$transaction(async (tx) => {
    const references = await togetherIn(tx, reference, guardianId);
    if (references.length === 0) return "gone";
    const { count } = await tx.guardianship.updateMany({
      where: {
        guardianId,
        keptApart: !apart,
        student: { enrollments: { some: { reference: { in: references } } } },
      },
      data: { keptApart: apart },
    });
    if (count === 0) return; // two who set it at once have set it
    await writeEntry(tx, {
      actor: recorded(actor),
      action: apart ? "guardian_kept_apart" : "guardian_told_again",
      object: { kind: "person", id: guardianId },
      values: { reason: [null, why], enrollments: [null, references.join(" ")] },
    });
  });
}

/** The enrollments of all children that a guardian has with the other one of this enrollment's. */
async function togetherIn(tx: Prisma.TransactionClient, reference: string, guardianId: string) {
  const rows = await tx.$queryRaw<{ reference: string }[]>(Prisma.sql`
    select n.reference from enrollments e
    join guardianships g on g.student_id = e.student_id and g.guardian_id = ${guardianId}::uuid
    join guardianships other on other.student_id = e.student_id and other.guardian_id <> g.guardian_id
    join guardianships own on own.guardian_id = g.guardian_id
    join guardianships theirs on theirs.student_id = own.student_id and theirs.guardian_id = other.guardian_id
    join enrollments n on n.student_id = own.student_id
    where e.reference = ${reference} and not e.test order by n.reference`);
  return rows.map((row) => row.reference);
}

/** Who has marked whom of an enrollment's guardians, when and why: the last word on each. */
export async function marksOf(actor: Actor, reference: string) {
  demand(actor, "read");
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
