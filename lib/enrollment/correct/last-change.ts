import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";
import type { EnrollmentPart } from "./to-correct";

/** Who has changed a part of an enrollment last, when, and from what to what: the record knows it. */
export async function findLastChange(current: EnrollmentPart) {
  const entry = await prisma().auditEntry.findFirst({
    where: { values: { some: {} }, ...about(current) },
    orderBy: { id: "desc" },
    select: {
      at: true,
      actorKind: true,
      actorId: true,
      values: { orderBy: { name: "asc" }, select: { name: true, old: true, new: true } },
    },
  });
  if (!entry) return;
  const { actorKind, actorId, ...change } = entry;
  const member =
    actorKind === "staff" && actorId
      ? await prisma().staffMember.findUnique({ where: { id: actorId }, select: { name: true, email: true } })
      : null;
  return { ...change, byFamily: actorKind === "family", who: member && (member.name ?? member.email) };
}

function about({ reference, personId, others }: EnrollmentPart): Prisma.AuditEntryWhereInput {
  const enrollment = { objectKind: "enrollment", objectId: reference };
  if (!personId) return { ...enrollment, action: { in: ["choices_changed", "answers_corrected"] } };
  return {
    OR: [
      { objectKind: "person", objectId: { in: [personId, ...others] } },
      { ...enrollment, action: "address_corrected" },
    ],
  };
}
