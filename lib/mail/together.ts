import { Prisma } from "@/generated/prisma/client";
import { type MailKind, multiEnrollmentKinds } from "./kinds";

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
