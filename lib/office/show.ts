import type { Prisma } from "@/generated/prisma/client";
import { enrollmentAnswers, personAnswers } from "@/lib/enrollment/stored-answers";
import { whereMessagesOf } from "@/lib/mail/together";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { listGroupMails, type ReceivedGroupMail } from "./letters";

const person = {
  ...personAnswers,
  erasedAt: true,
  account: { select: { createdAt: true } },
} satisfies Prisma.PersonSelect;

const syllabus = { name: true, course: { select: { name: true } } } satisfies Prisma.SyllabusSelect;

const shown = {
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
      ...person,
      guardians: {
        orderBy: { position: "asc" },
        select: {
          position: true,
          guardianId: true,
          keptApart: true,
          confirmedAt: true,
          deniedAt: true,
          guardian: { select: person },
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
  notes: {
    orderBy: { createdAt: "desc" },
    select: { id: true, text: true, createdAt: true, member: { select: { name: true, email: true } } },
  },
  labels: {
    orderBy: { label: { nameKey: "asc" } },
    select: { label: { select: { id: true, name: true } } },
  },
} satisfies Prisma.EnrollmentSelect;

const mail = {
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

export type RecordMessage = Prisma.MailMessageGetPayload<{ select: typeof mail }>;
export type EnrollmentRecord = Prisma.EnrollmentGetPayload<{ select: typeof shown }> & {
  mailMessages: RecordMessage[];
  letters: ReceivedGroupMail[];
};
export type RecordPerson = Prisma.PersonGetPayload<{ select: typeof person }>;

/**
 * Everything that the desk knows of an enrollment. Looking is written down, by the hour (desk 18).
 * @returns undefined when there is none with this reference
 */
export async function readEnrollmentRecord(
  actor: Actor,
  reference: string,
  now: Date,
): Promise<EnrollmentRecord | undefined> {
  requirePermission(actor, "read");
  const enrollment = await prisma().enrollment.findUnique({ where: { reference }, select: shown });
  if (!enrollment) return;
  const mailMessages = await prisma().mailMessage.findMany({
    where: whereMessagesOf(enrollment),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: mail,
  });
  if (actor.kind === "staff") await savePageView(actor.id, enrollment.id, now);
  return { ...enrollment, mailMessages, letters: await listGroupMails(mailMessages) };
}

async function savePageView(memberId: string, enrollmentId: string, now: Date) {
  const hour = new Date(now);
  hour.setUTCMinutes(0, 0, 0);
  await prisma().accessEntry.createMany({ data: { memberId, enrollmentId, hour }, skipDuplicates: true });
}
