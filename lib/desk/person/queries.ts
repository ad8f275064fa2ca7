import type { Prisma } from "@/generated/prisma/client";
import { messageColumns, savePageViews } from "@/lib/desk/record/queries";
import { readEnrollmentRows } from "@/lib/desk/rows/queries";
import { personAnswers } from "@/lib/enrollment/stored-answers";
import { whereMessagesOf } from "@/lib/mail/sql";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { isUuid } from "@/lib/platform/schema";
import { getSettings } from "@/lib/school/settings";

const newestFirst = [{ schoolYear: { year: "desc" } }, { createdAt: "desc" }] as const;

const shown = {
  ...personAnswers,
  guardians: {
    orderBy: { position: "asc" },
    select: {
      position: true,
      guardianId: true,
      keptApart: true,
      deniedAt: true,
      guardian: { select: personAnswers },
    },
  },
  enrollments: {
    orderBy: [...newestFirst],
    select: { id: true, reference: true, submissionId: true, studentId: true },
  },
} satisfies Prisma.PersonSelect;

export type StudentRecord = NonNullable<Awaited<ReturnType<typeof readStudentRecord>>>;

/**
 * A student's enrollments of all years, those of siblings, and messages about the student. Counts as a view of each
 * enrollment (desk 18).
 * @param id of the person
 * @returns undefined for a person who was never enrolled
 */
export async function readStudentRecord(actor: Actor, id: string, now: Date) {
  requirePermission(actor, "read");
  const student = isUuid(id)
    ? await prisma().person.findFirst({ where: { id, enrollments: { some: {} } }, select: shown })
    : null;
  if (!student) return;
  const { enrollments, ...person } = student;
  const own = enrollments.map(({ id }) => id);
  const settings = await getSettings();
  const [rows, siblings, messages] = await Promise.all([
    readEnrollmentRows(own, settings, now),
    listSiblingIds(person).then((ids) => readEnrollmentRows(ids, settings, now)),
    prisma().mailMessage.findMany({
      where: { OR: enrollments.map((enrollment) => whereMessagesOf({ ...enrollment, student: person })) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: messageColumns,
    }),
  ]);
  if (actor.kind === "staff") await savePageViews(actor.id, own, now);
  return { ...person, enrollments: rows, siblings, messages };
}

type Student = { id: string; guardians: { guardianId: string; deniedAt: Date | null }[] };

/** Enrollments of the guardian's other children, unless the guardian denied this child. */
async function listSiblingIds({ id, guardians }: Student): Promise<string[]> {
  const guardianId = { in: guardians.flatMap(({ guardianId, deniedAt }) => (deniedAt ? [] : guardianId)) };
  const rows = await prisma().enrollment.findMany({
    where: {
      studentId: { not: id },
      student: { erasedAt: null, guardians: { some: { guardianId, deniedAt: null } } },
    },
    orderBy: [...newestFirst],
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
