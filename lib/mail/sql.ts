import { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { type MailKind, multiEnrollmentKinds } from "./mail-kinds";

/** What a guardian gets once for all children that were sent together; kept with the first of them. */
const togetherMails = ["guardian", "second_guardian"] as const satisfies MailKind[];

export const isFamilyMail = (kind: MailKind): boolean => togetherMails.some((one) => one === kind);

/** Whose the student of `enrollments e` is, of those who were written to by `mail_messages m`. */
const THEIRS = Prisma.sql`m.kind::text = any(${[...togetherMails]}) and m.person_id in (
  select g.guardian_id from guardianships g where g.student_id = e.student_id and g.denied_at is null)`;

/** The messages `m` of an enrollment `e`: its own, and what a guardian of its student got for all that were sent together. */
export const IS_MESSAGE_OF_ENROLLMENT = Prisma.sql`m.enrollment_id = any(array(
    select e.id union all select o.id from enrollments o where o.submission_id = e.submission_id))
  and (m.enrollment_id = e.id or ${THEIRS})`;

/** The same pairs for messages `m` of a kind that few are: by message, and by enrollment where one is asked for. */
export const messageEnrollmentPairs = (few: Prisma.Sql) => Prisma.sql`(
  select m.id as message_id, m.enrollment_id from mail_messages m where m.enrollment_id is not null and ${few}
  union
  select m.id, e.id from mail_messages m
  join enrollments o on o.id = m.enrollment_id join enrollments e on e.submission_id = o.submission_id
  where ${THEIRS} and ${few})`;

type Enrolled = {
  id: string;
  reference: string;
  submissionId: string | null;
  studentId: string;
  student: { guardians: { guardianId: string }[] };
};

/** The same for Prisma. */
export const whereMessagesOf = ({ id, reference, submissionId, studentId, student }: Enrolled) =>
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
              kind: { in: [...togetherMails] },
              enrollment: { submissionId },
              person: { guardianOf: { some: { studentId, deniedAt: null } } },
            },
          ]
        : []),
    ],
  }) satisfies Prisma.MailMessageWhereInput;

type MessageSubject = { personId: string; enrollmentId: string | null; references?: string[] | undefined };

/** Whether a guardian is apart from what a message is about: then it never leaves. */
export async function isKeptApart(
  { personId, enrollmentId, references = [] }: MessageSubject,
  db: Prisma.TransactionClient = prisma(),
): Promise<boolean> {
  if (enrollmentId === null) return false;
  const any = { OR: [{ id: enrollmentId }, { reference: { in: references } }] };
  return (await db.enrollment.count({ where: { ...any, ...whereKeptApart(personId) } })) > 0;
}

/**
 * Enrollments of children whose guardian somebody denies to be, or of whom the desk's mark keeps them apart.
 * What the first guardian has sent is theirs, whatever mark there is.
 */
export const whereKeptApart = (guardianId: string) =>
  ({
    student: {
      guardians: {
        some: { guardianId, OR: [{ deniedAt: { not: null } }, { position: { gt: 1 }, keptApart: true }] },
      },
    },
  }) satisfies Prisma.EnrollmentWhereInput;

/** What is noted of a message that was held back for it. */
export const KEPT_APART = "kept_apart";
