import { readEnrollmentRows } from "@/lib/desk/list/queries";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { whereMessagesOf } from "@/lib/mail/sql";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";

/**
 * The other enrollments of a student in any year, then those of whoever has a guardian in common: the newest year
 * first. For the desk alone: it also lists what one guardian may not know of the other.
 */
export async function listFamilyEnrollments(actor: Actor, { id, student, studentId }: EnrollmentRecord) {
  requirePermission(actor, "read");
  const guardianIds = student.guardians.map(({ guardianId }) => guardianId);
  const found = await prisma().enrollment.findMany({
    where: {
      id: { not: id },
      OR: [{ studentId }, { student: { guardians: { some: { guardianId: { in: guardianIds } } } } }],
    },
    orderBy: [{ schoolYear: { startSchoolYear: "desc" } }, { createdAt: "desc" }, { id: "asc" }],
    select: { id: true, studentId: true },
  });
  const isOwn = new Map(found.map((row) => [row.id, row.studentId === studentId]));
  const rows = await readEnrollmentRows([...isOwn.keys()], await getSettings(), new Date());
  return {
    own: rows.filter((row) => isOwn.get(row.id)),
    siblings: rows.filter((row) => !isOwn.get(row.id)),
  };
}

export type FamilyEnrollments = Awaited<ReturnType<typeof listFamilyEnrollments>>;

/** What was sent about a student's other enrollments, the newest first. */
export async function listOtherMessages(actor: Actor, ids: string[]) {
  requirePermission(actor, "read");
  const enrollments = await prisma().enrollment.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      reference: true,
      submissionId: true,
      studentId: true,
      student: { select: { guardians: { select: { guardianId: true } } } },
    },
  });
  if (enrollments.length === 0) return [];
  return prisma().mailMessage.findMany({
    where: { OR: enrollments.map(whereMessagesOf) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      kind: true,
      createdAt: true,
      person: { select: { name: true, surname: true, email: true } },
      enrollment: { select: { reference: true, schoolYear: { select: { year: true } } } },
    },
  });
}
