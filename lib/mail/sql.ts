import { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { type MailKind, multiEnrollmentKinds } from "./mail-kinds";

/** Messages that a guardian gets once for all children submitted together; stored with the first enrollment. */
const familyMails = ["guardian", "second_guardian"] as const satisfies MailKind[];

export const isFamilyMail = (kind: MailKind): boolean => familyMails.some((mail) => mail === kind);

/** The student of `enrollments e` belongs to the reader of `mail_messages m`. */
const THEIRS = Prisma.sql`m.kind::text = any(${[...familyMails]}) and m.person_id in (
  select g.guardian_id from guardianships g where g.student_id = e.student_id and g.denied_at is null)`;

/** Joins messages `m` to enrollment `e`: its own, and those that a guardian got for all children submitted together. */
export const IS_MESSAGE_OF_ENROLLMENT = Prisma.sql`m.enrollment_id = any(array(
    select e.id union all select o.id from enrollments o where o.submission_id = e.submission_id))
  and (m.enrollment_id = e.id or ${THEIRS})`;

/** The same as pairs of ids, for a small subset of messages `m`. */
export const messageEnrollmentPairs = (enrollments: Prisma.Sql) => Prisma.sql`(
  select m.id as message_id, m.enrollment_id from mail_messages m where m.enrollment_id is not null and ${enrollments}
  union
  select m.id, e.id from mail_messages m
  join enrollments o on o.id = m.enrollment_id join enrollments e on e.submission_id = o.submission_id
  where ${THEIRS} and ${enrollments})`;

type EnrollmentSubject = {
  id: string;
  reference: string;
  submissionId: string | null;
  studentId: string;
  student: { guardians: { guardianId: string }[] };
};

/** `IS_MESSAGE_OF_ENROLLMENT` for Prisma. */
export const whereMessagesOf = ({ id, reference, submissionId, studentId, student }: EnrollmentSubject) =>
  ({
    OR: [
      { enrollmentId: id },
      {
        kind: { in: multiEnrollmentKinds },
        personId: { in: [studentId, ...student.guardians.map(({ guardianId }) => guardianId)] },
        tells: { path: ["references"], array_contains: [reference] },
      },
      ...(submissionId
        ? [
            {
              kind: { in: [...familyMails] },
              enrollment: { submissionId },
              person: { guardianOf: { some: { studentId, deniedAt: null } } },
            },
          ]
        : []),
    ],
  }) satisfies Prisma.MailMessageWhereInput;

type MessageSubject = { personId: string; enrollmentId: string | null; references?: string[] | undefined };

/** Whether a guardian is kept apart from the subject of a message: then it is never sent. */
export async function isKeptApart(
  { personId, enrollmentId, references = [] }: MessageSubject,
  db: Prisma.TransactionClient = prisma(),
): Promise<boolean> {
  if (enrollmentId === null) return false;
  const any = { OR: [{ id: enrollmentId }, { reference: { in: references } }] };
  return (await db.enrollment.count({ where: { ...any, ...whereKeptApart(personId) } })) > 0;
}

/**
 * Enrollments of children from whom a guardian is kept apart: the guardian denied the role, or the desk set the mark.
 * The mark does not apply to the first guardian.
 */
export const whereKeptApart = (guardianId: string) =>
  ({
    student: {
      guardians: {
        some: { guardianId, OR: [{ deniedAt: { not: null } }, { position: { gt: 1 }, keptApart: true }] },
      },
    },
  }) satisfies Prisma.EnrollmentWhereInput;
