import type { Prisma } from "@/generated/prisma/client";
import { claimColumns } from "@/lib/admission/claims/queries";
import { findPossibleDuplicates } from "@/lib/decisions/duplicates";
import type { createAnswerLabels } from "@/lib/desk/record/answer-labels";
import { readEnrollmentRows } from "@/lib/desk/rows/queries";
import { getState, stateNames } from "@/lib/enrollment/states";
import { enrollmentAnswers, personAnswers } from "@/lib/enrollment/stored-answers";
import { isGroupMail, type MailKind } from "@/lib/mail/mail-kinds";
import { mailDataSchema } from "@/lib/mail/schema";
import { whereMessagesOf } from "@/lib/mail/sql";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { readMemberNames } from "@/lib/people/staff/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { isUuid } from "@/lib/platform/schema";
import { getSettings } from "@/lib/school/settings";

const messageColumns = {
  id: true,
  kind: true,
  locale: true,
  state: true,
  lastError: true,
  createdAt: true,
  sentAt: true,
  deliveredAt: true,
  delayedAt: true,
  bouncedAt: true,
  complainedAt: true,
  failedAt: true,
  personId: true,
  tells: true,
} satisfies Prisma.MailMessageSelect;

export type RecordMessage = Prisma.MailMessageGetPayload<{ select: typeof messageColumns }>;

type ReceivedGroupMail = { subject: string; senderName: string | undefined; createdAt: Date };

const personColumns = {
  ...personAnswers,
  erasedAt: true,
  account: { select: { createdAt: true } },
} satisfies Prisma.PersonSelect;

const syllabus = { name: true, course: { select: { name: true } } } satisfies Prisma.SyllabusSelect;

const recordColumns = {
  ...enrollmentAnswers,
  id: true,
  submissionId: true,
  studentId: true,
  reference: true,
  state: true,
  decidedState: true,
  source: true,
  locale: true,
  createdAt: true,
  keepsPlaceAt: true,
  disagreements: {
    orderBy: { createdAt: "desc" },
    select: {
      id: true,
      words: true,
      createdAt: true,
      settledAt: true,
      settlement: true,
      guardian: { select: { name: true, surname: true, email: true } },
    },
  },
  questions: {
    orderBy: { createdAt: "desc" },
    select: {
      id: true,
      words: true,
      answerBy: true,
      answer: true,
      answeredAt: true,
      closedAt: true,
      createdAt: true,
      reason: { select: { es: true, ca: true, en: true } },
      member: { select: { name: true, email: true } },
    },
  },
  termsUrl: true,
  termsAcceptedAt: true,
  schoolYear: { select: { id: true, year: true } },
  experienceSpeciality: { select: { name: true } },
  apiKey: { select: { name: true } },
  paper: { select: { signedBy: true, signedOn: true, member: { select: { name: true, email: true } } } },
  student: {
    select: {
      ...personColumns,
      guardians: {
        orderBy: { position: "asc" },
        select: {
          position: true,
          guardianId: true,
          keptApart: true,
          confirmedAt: true,
          deniedAt: true,
          guardian: { select: personColumns },
        },
      },
    },
  },
  specialityChoices: {
    orderBy: { option: "asc" },
    select: { option: true, specialityId: true, speciality: { select: { id: true, name: true } } },
  },
  syllabusChoices: {
    orderBy: { option: "asc" },
    select: { option: true, syllabusId: true, syllabus: { select: { id: true, ...syllabus } } },
  },
  merits: { select: { criterionId: true, ...claimColumns } },
  notes: {
    orderBy: { createdAt: "desc" },
    select: { id: true, text: true, createdAt: true, member: { select: { name: true, email: true } } },
  },
  labels: {
    orderBy: { label: { nameKey: "asc" } },
    select: { label: { select: { id: true, name: true } } },
  },
} satisfies Prisma.EnrollmentSelect;

export type EnrollmentRecord = Prisma.EnrollmentGetPayload<{ select: typeof recordColumns }> & {
  mailMessages: RecordMessage[];
  groupMails: ReceivedGroupMail[];
};
export type RecordPerson = Prisma.PersonGetPayload<{ select: typeof personColumns }>;

type Message = { kind: MailKind; tells: Prisma.JsonValue; createdAt: Date };

/**
 * An enrollment with everything the desk knows. Records a page view by the hour (desk 18).
 * @returns undefined for an unknown reference
 */
export async function readEnrollmentRecord(
  actor: Actor,
  reference: string,
  now: Date,
): Promise<EnrollmentRecord | undefined> {
  requirePermission(actor, "read");
  const enrollment = await prisma().enrollment.findUnique({ where: { reference }, select: recordColumns });
  if (!enrollment) return;
  const mailMessages = await prisma().mailMessage.findMany({
    where: whereMessagesOf(enrollment),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: messageColumns,
  });
  if (actor.kind === "staff") await savePageViews(actor.id, [enrollment.id], now);
  return { ...enrollment, mailMessages, groupMails: await listGroupMails(mailMessages) };
}

/** The monthly fees of a family in the enrollment's year: of all children of its first guardian, or its own. */
export async function listFamilyFees(actor: Actor, enrollment: EnrollmentRecord) {
  requirePermission(actor, "read");
  const { student, schoolYear } = enrollment;
  const guardianId = student.guardians.find(({ position }) => position === 1)?.guardianId;
  const enrollments = await prisma().enrollment.findMany({
    where: {
      schoolYearId: schoolYear.id,
      decidedState: { in: stateNames.filter((state) => state === "pending" || getState(state).holds) },
      student: guardianId ? { guardians: { some: { guardianId, position: 1 } } } : { id: student.id },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  const ids = enrollments.map(({ id }) => id);
  const rows = await readEnrollmentRows(ids, await getSettings(), new Date());
  return rows.map(({ reference, student: { name }, price }) => ({ reference, student: name ?? "", price }));
}

const candidateColumns = {
  reference: true,
  decidedState: true,
  createdAt: true,
  student: {
    select: {
      name: true,
      surname: true,
      guardians: {
        where: { position: 1 },
        select: { guardian: { select: { name: true, surname: true, email: true } } },
      },
    },
  },
  decisions: {
    where: { status: { in: ["untold", "told", "nothing_to_tell"] } },
    orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
    take: 1,
    select: { repeats: true },
  },
} satisfies Prisma.EnrollmentSelect;

/** Other enrollments of the year with a possibly identical student (desk 39). */
export async function listDuplicateCandidates(actor: Actor, enrollmentId: string) {
  requirePermission(actor, "read");
  const duplicates = await findPossibleDuplicates(prisma(), enrollmentId);
  if (duplicates.length === 0) return [];
  const notDuplicates = new Set(duplicates.flatMap(({ reference, areTwo }) => (areTwo ? [reference] : [])));
  const rows = await prisma().enrollment.findMany({
    where: { reference: { in: duplicates.map(({ reference }) => reference) } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: candidateColumns,
  });
  /** `areTwo`: the desk marked them as two people. */
  return rows.map((row) => ({ ...row, areTwo: notDuplicates.has(row.reference) }));
}

export type AnswerLabels = ReturnType<typeof createAnswerLabels>;

/** Bulk mails among an enrollment's messages, once for two guardians (desk 38). */
async function listGroupMails(messages: Message[]): Promise<ReceivedGroupMail[]> {
  const mailByBulk = new Map<string, Omit<ReceivedGroupMail, "senderName">>();
  for (const { kind, tells, createdAt } of messages) {
    const data = isGroupMail(kind) ? mailDataSchema.optional().parse(tells ?? undefined) : undefined;
    if (data?.bulk) mailByBulk.set(data.bulk, { subject: data.subject ?? "", createdAt });
  }
  if (mailByBulk.size === 0) return [];
  const bulkActions = await prisma().bulkAction.findMany({
    where: { id: { in: [...mailByBulk.keys()] } },
    select: { id: true, startedBy: true },
  });
  const names = await readMemberNames(bulkActions.map(({ startedBy }) => startedBy));
  const senders = new Map(bulkActions.map(({ id, startedBy }) => [id, names.get(startedBy)]));
  return [...mailByBulk].map(([bulk, mail]) => ({ ...mail, senderName: senders.get(bulk) }));
}

/** Records page views by member and hour (desk 18). */
async function savePageViews(memberId: string, enrollmentIds: string[], now: Date) {
  const hour = new Date(now);
  hour.setUTCMinutes(0, 0, 0);
  const data = enrollmentIds.map((enrollmentId) => ({ memberId, enrollmentId, hour }));
  await prisma().accessEntry.createMany({ data, skipDuplicates: true });
}

const newestFirst = [{ schoolYear: { year: "desc" } }, { createdAt: "desc" }] as const;

const studentColumns = {
  ...personAnswers,
  erasedAt: true,
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

/**
 * A student's enrollments of all years, those of siblings, and messages about the student. Counts as a view of each
 * enrollment (desk 18).
 * @param id of the person
 * @returns undefined for a person who was never enrolled
 */
export async function readStudentRecord(actor: Actor, id: string, now: Date) {
  requirePermission(actor, "read");
  const student = isUuid(id)
    ? await prisma().person.findFirst({ where: { id, enrollments: { some: {} } }, select: studentColumns })
    : null;
  if (!student) return;
  const { enrollments, ...person } = student;
  const enrollmentIds = enrollments.map(({ id }) => id);
  const settings = await getSettings();
  const [rows, siblings, messages] = await Promise.all([
    readEnrollmentRows(enrollmentIds, settings, now),
    listSiblingIds(person).then((ids) => readEnrollmentRows(ids, settings, now)),
    prisma().mailMessage.findMany({
      where: { OR: enrollments.map((enrollment) => whereMessagesOf({ ...enrollment, student: person })) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: messageColumns,
    }),
  ]);
  if (actor.kind === "staff") await savePageViews(actor.id, enrollmentIds, now);
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
