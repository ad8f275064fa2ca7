import type { Prisma } from "@/generated/prisma/client";
import { acceptedTextColumns, toAcceptedText } from "@/lib/enrollment/terms";
import { isGroupMail } from "@/lib/mail/mail-kinds";
import { mailDataSchema as toldIn } from "@/lib/mail/schema";
import { whereKeptApart } from "@/lib/mail/sql";
import { isMinor, whereActiveGuardian } from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { sharedGuardianFields } from "@/lib/wizard/steps";
import { enrollmentColumns, personColumns, toEnrollmentData, toIso, toPersonData } from "./stored-data";

/** What may be told of a value in the record to whoever it is about: how things stood, never the other guardian's data. */
const VISIBLE_VALUES = ["state", "label", "priority"];

/** Decisions stand in the copy once they are told (desk 23); these entries would tell of them before. */
const DECISION_ACTIONS = ["decided", "decision_undone", "decision_void"];

/** Whoever is kept apart is not told that the other guardian asked for it (desk 13). */
const KEPT_APART_ACTIONS = ["guardian_kept_apart", "guardian_told_again"];

const reference = { enrollment: { select: { reference: true } } } satisfies Prisma.MailMessageSelect;

const subject = (personId: string) =>
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
    corrections: {
      orderBy: { createdAt: "asc" },
      select: { name: true, surname: true, birthDate: true, document: true, answer: true, createdAt: true },
    },
    mailMessages: {
      orderBy: { createdAt: "asc" },
      select: {
        ...reference,
        kind: true,
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

type Subject = Prisma.PersonGetPayload<{ select: ReturnType<typeof subject> }>;

/** Everything that the service keeps of a person, as the person may have it (GDPR, articles 15 and 20). */
export type PersonalData = Awaited<ReturnType<typeof toPersonalData>>;

/**
 * Collects a person's data: their own, their enrollments, and those of the children under age for whom they
 * act. Nothing of another guardian, so the second one has what the account shows of a child; and whoever was
 * only named as one, denies it or is kept apart has nothing of the child.
 *
 * @returns undefined when there is nobody (left) behind this id
 */
export async function collectPersonalData(personId: string, now: Date): Promise<PersonalData | undefined> {
  const found = await prisma().person.findUnique({
    where: { id: personId, erasedAt: null },
    select: subject(personId),
  });
  return found ? toPersonalData(found, now, getToday((await getSettings()).time_zone, now)) : undefined;
}

/**
 * What the record says about a person and these enrollments: what was done and when, and in which hours staff
 * opened the enrollment's page. Who it was stays inside the school: the person is told the role.
 */
async function readAuditAbout(personId: string, references: string[]) {
  const untold = await prisma().enrollment.findMany({
    where: { reference: { in: references }, decisions: { some: { status: "untold" } } },
    select: { reference: true },
  });
  const [entries, accesses] = await Promise.all([
    prisma().auditEntry.findMany({
      where: {
        action: { notIn: [...DECISION_ACTIONS, ...KEPT_APART_ACTIONS] },
        NOT: { action: "priority_set", objectId: { in: untold.map(({ reference }) => reference) } },
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
  const apart = await listKeptApartReferences(person.id);
  const told = (reference: string | undefined) => (reference && !apart.has(reference) ? reference : null);
  const children = person.guardianOf.filter(({ student }) => isMinor(student.birthDate, today));
  const sentFor = children.filter(({ position }) => position === 1);
  const all = [...person.enrollments, ...sentFor.flatMap(({ student }) => student.enrollments)];
  return {
    created_at: now.toISOString(),
    person: toPersonData(person),
    account: person.account && {
      created_at: toIso(person.account.createdAt),
      password_changed_at: person.account.hasPassword ? toIso(person.account.passwordChangedAt) : null,
      signed_in_since: person.account.sessions.map(({ createdAt }) => toIso(createdAt)),
    },
    enrollments: await Promise.all(person.enrollments.map((row) => toEnrollmentData(row))),
    guardian_of: await Promise.all(
      children.map(async ({ position, student }) => ({
        person: position === 1 ? toPersonData(student) : toChildData(student),
        enrollments: await Promise.all(
          student.enrollments.map((row) => (position === 1 ? toEnrollmentData(row) : shownToOther(row))),
        ),
      })),
    ),
    consents: person.consents.map((consent) => ({
      reference: told(consent.enrollment.reference),
      address: consent.termsUrl,
      text: toAcceptedText(consent.termsText),
      accepted_at: toIso(consent.acceptedAt),
    })),
    disagreements: person.disagreements.map(({ enrollment: { reference }, words, createdAt, settledAt }) => ({
      reference: told(reference),
      words,
      written_at: toIso(createdAt),
      settled_at: toIso(settledAt),
    })),
    corrections: person.corrections.map(correctionOf),
    mails: person.mailMessages.map((mail) => ({
      ...mailOf(mail),
      reference: told(mail.enrollment?.reference),
    })),
    requests: person.dataRequests.map(requestOf),
    record: await readAuditAbout(
      person.id,
      all.map(({ reference }) => reference),
    ),
  };
}

/** Enrollments of children of whom somebody denies to be a guardian, or is kept apart: a reference leads to the child. */
async function listKeptApartReferences(personId: string): Promise<Set<string>> {
  const rows = await prisma().enrollment.findMany({
    where: whereKeptApart(personId),
    select: { reference: true },
  });
  return new Set(rows.map(({ reference }) => reference));
}

/** The child as the other guardian sees it (lib/family/queries.ts): an address may be the first guardian's. */
function toChildData(student: Parameters<typeof toPersonData>[0]) {
  const { name, surname, birthDate } = student;
  return { name, surname, birth_date: birthDate && toDay(birthDate) };
}

/** Without what the sender wrote to the school, and the school about them. */
async function shownToOther(row: Parameters<typeof toEnrollmentData>[0]) {
  const { notes, labels, questions, ...shown } = await toEnrollmentData(row, sharedGuardianFields);
  return shown;
}

/** What was written to many is kept nowhere else. */
function written(tells: Prisma.JsonValue) {
  const { subject, words } = toldIn.optional().parse(tells ?? undefined) ?? {};
  return { subject, words };
}

function mailOf(mail: Subject["mailMessages"][number]) {
  return {
    kind: mail.kind,
    language: mail.locale,
    state: mail.state,
    written_at: toIso(mail.createdAt),
    sent_at: toIso(mail.sentAt),
    delivered_at: toIso(mail.deliveredAt),
    bounced_at: toIso(mail.bouncedAt),
    failed_at: toIso(mail.failedAt),
    ...(isGroupMail(mail.kind) && written(mail.tells)),
  };
}

const correctionOf = ({ birthDate, createdAt, ...asked }: Subject["corrections"][number]) => ({
  ...asked,
  birth_date: birthDate && toDay(birthDate),
  asked_at: toIso(createdAt),
});

const requestOf = ({ kind, createdAt, dueOn, settledAt, outcome }: Subject["dataRequests"][number]) => ({
  kind,
  asked_at: toIso(createdAt),
  due_on: toDay(dueOn),
  settled_at: toIso(settledAt),
  outcome,
});
