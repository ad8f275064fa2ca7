import type { Prisma } from "@/generated/prisma/client";
import { lockEnrollmentStatus } from "@/lib/decisions/standing";
import { voidUnnotified } from "@/lib/decisions/undo";
import type { RecordedActor } from "@/lib/people/audit";

/** Holds a student's enrollments, one after the other, before the student: as whoever decides does. */
export async function lockStudentEnrollments(tx: Prisma.TransactionClient, studentId: string) {
  await tx.$queryRaw`select 1 from enrollments where student_id = ${studentId}::uuid order by id for update`;
}

/** Makes every untold decision on a student void: another birth date may have decided otherwise. */
export async function voidUnnotifiedDecisions(
  tx: Prisma.TransactionClient,
  studentId: string,
  actor: RecordedActor,
  now: Date,
) {
  const enrollments = await tx.enrollment.findMany({
    where: { studentId },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  for (const { id } of enrollments) await voidUnnotified(tx, await lockEnrollmentStatus(tx, { id }), actor, now);
}
