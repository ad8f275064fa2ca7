import type { Prisma } from "@/generated/prisma/client";
import { acceptedTextColumns, toAcceptedText } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { isGroupMail } from "@/lib/mail/mail-kinds";
import { mailDataSchema } from "@/lib/mail/schema";
import { whereKeptApart } from "@/lib/mail/sql";
import { isMinor, whereActiveGuardian } from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";
import { sharedGuardianFields } from "@/lib/wizard/steps";
import { enrollmentColumns, personColumns, toEnrollmentData, toIso, toPersonData } from "./stored-data";

/** Names of audit values that the person may see: states, never the other guardian's data. */
const VISIBLE_VALUES = ["state", "label", "priority"];

/** The copy contains announced decisions and moves of public lists (desk 23); these entries would reveal others. */
const DECISION_ACTIONS = ["decided", "decision_undone", "decision_void", "round_moved", "round_move_undone"];

/** A guardian who is kept apart must not learn that the other one asked for it (desk 13). */
const KEPT_APART_ACTIONS = ["guardian_kept_apart", "guardian_told_again"];

const reference = { enrollment: { select: { reference: true } } } satisfies Prisma.MailMessageSelect;

const objectionColumns = {
  orderBy: { id: "asc" },
  select: {
    ...reference,
    words: true,
    createdAt: true,
    answer: true,
    upheld: true,
    answeredAt: true,
    round: { select: { name: true } },
  },
} satisfies Prisma.Person$objectionsArgs;

const correctionColumns = {
  orderBy: { createdAt: "asc" },
  select: {
    name: true,
    surname: true,
    birthDate: true,
    documentType: true,
    document: true,
    createdAt: true,
    settledAt: true,
    accepted: true,
    answer: true,
  },
} satisfies Prisma.Person$correctionsArgs;

const createSubjectColumns = (personId: string) =>
  ({
    id: true,
    ...personColumns,
    account: {
      select: {
        createdAt: true,
        hasPassword: true,
        passwordChangedAt: true,
        sessions: { select: { createdAt: true } },
      },
    },
    emailChange: { select: { email: true, createdAt: true } },
    enrollments: { orderBy: { createdAt: "asc" }, select: enrollmentColumns },
    guardianOf: {
      where: { ...whereActiveGuardian(personId), student: { erasedAt: null } },
      select: {
        position: true,
        student: { select: { ...personColumns, enrollments: { select: enrollmentColumns } } },
      },
    },
    consents: {
      select: {
        ...reference,
        termsUrl: true,
        termsText: acceptedTextColumns,
        acceptedAt: true,
        locale: true,
      },
    },
    disagreements: { select: { ...reference, words: true, createdAt: true, settledAt: true } },
    objections: objectionColumns,
    corrections: correctionColumns,
    mailMessages: {
      orderBy: { createdAt: "asc" },
      select: {
        ...reference,
        kind: true,
        toEmail: true,
        locale: true,
        state: true,
        tells: true,
        createdAt: true,
        sentAt: true,
        deliveredAt: true,
        bouncedAt: true,
        failedAt: true,
      },
    },
    dataRequests: {
      orderBy: { id: "asc" },
      select: { kind: true, createdAt: true, dueOn: true, settledAt: true, outcome: true },
    },
  }) satisfies Prisma.PersonSelect;

type Subject = Prisma.PersonGetPayload<{ select: ReturnType<typeof createSubjectColumns> }>;

/** All stored data of a person, for GDPR articles 15 and 20. */
export type PersonalData = Awaited<ReturnType<typeof toPersonalData>>;

/**
 * Collects a person's data: their own, their enrollments, and those of minor children for whom they act. Contains
 * nothing about another guardian; a second guardian gets what the account shows. Guardians who are unconfirmed,
 * denied or kept apart get nothing of the child.
 * @returns undefined for an unknown or erased id
 */
export async function collectPersonalData(personId: string, now: Date): Promise<PersonalData | undefined> {
  const person = await prisma().person.findUnique({
    where: { id: personId, erasedAt: null },
    select: createSubjectColumns(personId),
  });
  return person ? toPersonalData(person, now, await getSchoolToday(now)) : undefined;
}

/**
 * The audit entries about a person and their enrollments, and the hours in which staff opened the enrollment's page.
 * Staff appear by role, without names.
 */
async function readAuditAbout(personId: string, references: string[]) {
  const undecided = await prisma().enrollment.findMany({
    where: { reference: { in: references }, decisions: { some: { status: "untold" } } },
    select: { reference: true },
  });
  const [entries, accesses] = await Promise.all([
    prisma().auditEntry.findMany({
      where: {
        action: { notIn: [...DECISION_ACTIONS, ...KEPT_APART_ACTIONS] },
        NOT: { action: "priority_set", objectId: { in: undecided.map(({ reference }) => reference) } },
        OR: [
          { objectKind: "enrollment", objectId: { in: references } },
          { objectKind: "person", objectId: personId },
        ],
      },
      orderBy: { id: "asc" },
      select: {
        at: true,
        actorKind: true,
        action: true,
        objectId: true,
        values: { where: { name: { in: VISIBLE_VALUES } }, select: { name: true, old: true, new: true } },
      },
    }),
    prisma().accessEntry.findMany({
      where: { enrollment: { reference: { in: references } } },
      orderBy: { hour: "asc" },
      select: {
        hour: true,
        member: { select: { role: true } },
        enrollment: { select: { reference: true } },
      },
    }),
  ]);
  return {
    entries: entries.map(({ at, actorKind, action, objectId, values }) => ({
      at: at.toISOString(),
      by: actorKind,
      action,
      about: objectId === personId ? "person" : objectId,
      values,
    })),
    opened: accesses.map(({ hour, member, enrollment }) => ({
      hour: hour.toISOString(),
      by: member.role,
      reference: enrollment.reference,
    })),
  };
}

async function toPersonalData(person: Subject, now: Date, today: Day) {
  const locale = person.locale as Locale;
  const keptApart = await listKeptApartReferences(person.id);
  const toVisible = (reference: string | undefined) =>
    reference && !keptApart.has(reference) ? reference : null;
  const children = person.guardianOf.filter(({ student }) => isMinor(student.birthDate, today));
  const sentFor = children.filter(({ position }) => position === 1);
  const isAdult = !isMinor(person.birthDate, today);
  const enrollments = [...person.enrollments, ...sentFor.flatMap(({ student }) => student.enrollments)];
  return {
    created_at: now.toISOString(),
    person: toPersonData(person),
    account: person.account && {
      created_at: toIso(person.account.createdAt),
      password_changed_at: person.account.hasPassword ? toIso(person.account.passwordChangedAt) : null,
      signed_in_since: person.account.sessions.map(({ createdAt }) => toIso(createdAt)),
    },
    new_email: person.emailChange && {
      email: person.emailChange.email,
      asked_at: toIso(person.emailChange.createdAt),
    },
    enrollments: await Promise.all(
      person.enrollments.map((row) => toEnrollmentData(row, { locale, isSender: isAdult })),
    ),
    guardian_of: await Promise.all(
      children.map(async ({ position, student }) => ({
        person: position === 1 ? toPersonData(student) : toChildData(student),
        enrollments: await Promise.all(
          student.enrollments.map((row) =>
            position === 1 ? toEnrollmentData(row, { locale, isSender: true }) : toSharedData(row, locale),
          ),
        ),
      })),
    ),
    consents: person.consents.map((consent) => ({
      reference: toVisible(consent.enrollment.reference),
      address: consent.termsUrl,
      text: toAcceptedText(consent.termsText),
      accepted_at: toIso(consent.acceptedAt),
    })),
    disagreements: person.disagreements.map(({ enrollment: { reference }, words, createdAt, settledAt }) => ({
      reference: toVisible(reference),
      words,
      written_at: toIso(createdAt),
      settled_at: toIso(settledAt),
    })),
    objections: person.objections.map(({ enrollment, round, words, createdAt, answeredAt, ...answered }) => ({
      reference: toVisible(enrollment.reference),
      round: round.name,
      words,
      written_at: toIso(createdAt),
      answer: toVisible(enrollment.reference) && answered.answer,
      upheld: answered.upheld,
      answered_at: toIso(answeredAt),
    })),
    corrections: person.corrections.map(toCorrectionData),
    mails: person.mailMessages.map((mail) => ({
      ...toMailData(mail),
      reference: toVisible(mail.enrollment?.reference),
    })),
    requests: person.dataRequests.map(toRequestData),
    record: await readAuditAbout(
      person.id,
      enrollments.map(({ reference }) => reference),
    ),
  };
}

/** References of enrollments from which the person is kept apart; a reference would lead to the child. */
async function listKeptApartReferences(personId: string): Promise<Set<string>> {
  const rows = await prisma().enrollment.findMany({
    where: whereKeptApart(personId),
    select: { reference: true },
  });
  return new Set(rows.map(({ reference }) => reference));
}

/** A child as a second guardian sees it (lib/family/queries.ts); the address may be the first guardian's. */
function toChildData(student: Parameters<typeof toPersonData>[0]) {
  const { name, surname, birthDate } = student;
  return { name, surname, birth_date: birthDate && toDay(birthDate) };
}

/** Without the messages between the first guardian and the school. */
async function toSharedData(row: Parameters<typeof toEnrollmentData>[0], locale: Locale) {
  const reader = { locale, isSender: false, fields: sharedGuardianFields };
  const { notes, labels, questions, ...rest } = await toEnrollmentData(row, reader);
  return rest;
}

/** The text of a group message, which is stored only in the message. */
function readGroupText(tells: Prisma.JsonValue) {
  const { subject, words } = mailDataSchema.optional().parse(tells ?? undefined) ?? {};
  return { subject, words };
}

function toMailData(mail: Subject["mailMessages"][number]) {
  return {
    kind: mail.kind,
    email: mail.toEmail,
    language: mail.locale,
    state: mail.state,
    written_at: toIso(mail.createdAt),
    sent_at: toIso(mail.sentAt),
    delivered_at: toIso(mail.deliveredAt),
    bounced_at: toIso(mail.bouncedAt),
    failed_at: toIso(mail.failedAt),
    ...(isGroupMail(mail.kind) && readGroupText(mail.tells)),
  };
}

const toCorrectionData = ({
  birthDate,
  documentType,
  createdAt,
  settledAt,
  ...rest
}: Subject["corrections"][number]) => ({
  ...rest,
  birth_date: birthDate && toDay(birthDate),
  document_type: documentType,
  asked_at: toIso(createdAt),
  settled_at: toIso(settledAt),
});

const toRequestData = ({ kind, createdAt, dueOn, settledAt, outcome }: Subject["dataRequests"][number]) => ({
  kind,
  asked_at: toIso(createdAt),
  due_on: toDay(dueOn),
  settled_at: toIso(settledAt),
  outcome,
});
