import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { DecisionError } from "@/lib/decisions/decision-error";
import {
  enrollmentAnswers,
  personAnswers,
  readStoredAnswers,
  type StoredPeople,
} from "@/lib/enrollment/stored-answers";
import { type AcceptedText, acceptedTextColumns, toAcceptedText } from "@/lib/enrollment/terms";
import {
  createRoleColumns,
  type FamilyRole,
  getFamilyRole,
  whereVisibleTo,
} from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toLocalDay } from "@/lib/platform/dates";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { allFields } from "@/lib/wizard/questions";
import { getStep, listSteps, type StepId, sharedGuardianFields } from "@/lib/wizard/steps";
import type { Answers, FormField } from "@/lib/wizard/types";

/**
 * The enrollment that a person acts for, in the part that the action asks for. Every action of the account
 * begins here.
 * @throws DecisionError `not_their_own`
 */
export async function requireEnrollment(
  tx: Prisma.TransactionClient,
  personId: string,
  reference: string,
  part: FamilyRole,
  now: Date,
): Promise<{ id: string; studentId: string }> {
  const own = await findEnrollmentWithRole(tx, personId, reference, now);
  if (own.part !== part) throw new DecisionError("not_their_own");
  return own;
}

/** An enrollment with what a person is to it. @throws DecisionError `not_their_own` */
export async function findEnrollmentWithRole(
  tx: Prisma.TransactionClient,
  personId: string,
  reference: string,
  now: Date,
): Promise<{ id: string; studentId: string; part: FamilyRole }> {
  const { time_zone } = await getSettings();
  const row = await tx.enrollment.findFirst({
    where: { reference, ...whereVisibleTo(personId) },
    select: { id: true, ...createRoleColumns(personId) },
  });
  if (!row) throw new DecisionError("not_their_own");
  return { ...row, part: getFamilyRole(row, personId, getToday(time_zone, now)) };
}

/** What the family may read of the record: each names nobody and carries no note. */
const VISIBLE_ACTIONS = [
  "place_kept",
  "choices_changed",
  "guardian_confirmed",
  "family_asked",
  "question_answered",
] as const;

export type FamilyEvent = { at: Date; by: "family" | "school" } & (
  | { what: "told"; state: EnrollmentState }
  | { what: "sent" | (typeof VISIBLE_ACTIONS)[number] }
);

/**
 * What happened to an enrollment as far as its family has been told, the newest first: who it was is the
 * family or the school as a whole.
 */
export async function readHistory(personId: string, reference: string): Promise<FamilyEvent[]> {
  const enrollment = await prisma().enrollment.findFirst({
    where: { reference, ...whereVisibleTo(personId) },
    select: {
      createdAt: true,
      decisions: { where: { status: "told" }, select: { toState: true, settledAt: true, actorKind: true } },
    },
  });
  if (!enrollment) return [];
  const entries = await prisma().auditEntry.findMany({
    where: { objectKind: "enrollment", objectId: reference, action: { in: [...VISIBLE_ACTIONS] } },
    select: { at: true, action: true, actorKind: true },
  });
  const events: FamilyEvent[] = [
    { at: enrollment.createdAt, by: "family", what: "sent" },
    ...enrollment.decisions.map(({ toState, settledAt, actorKind }) => ({
      at: settledAt ?? enrollment.createdAt,
      by: byOf(actorKind),
      what: "told" as const,
      state: toState,
    })),
    ...entries.map(({ at, action, actorKind }) => ({
      at,
      by: byOf(actorKind),
      what: action as (typeof VISIBLE_ACTIONS)[number],
    })),
  ];
  return events.sort((one, other) => other.at.getTime() - one.at.getTime());
}

/** What somebody accepted with an enrollment, as they can show it to anybody. */
export type ConsentReceipt = {
  controller: { name: string; email: string; phone: string; address: string };
  accepted_by: string;
  on_behalf_of: string;
  reference: string;
  terms_url: string;
  terms_text: AcceptedText | null;
  accepted_at: string;
  /** Where: the school's form, another application, on paper, the link of a second guardian. */
  channel: "form" | "api" | "desk" | "link";
  /** Of the text; of a page elsewhere that of whoever accepted it. */
  language: string;
  /** How to take it back. */
  withdraw: { email: string; phone: string };
};

const named = { id: true, name: true, surname: true } as const;

/**
 * The receipt of a person's own acceptance; nobody sees another's.
 * @returns undefined where they accepted nothing
 */
export async function readConsentReceipt(
  personId: string,
  reference: string,
): Promise<ConsentReceipt | undefined> {
  const row = await acceptedIn(personId, reference);
  const accepted = row && findAcceptance(row, personId);
  if (!accepted) return;
  const school = await getSettings();
  const { contact_email: email, contact_phone: phone } = school;
  return {
    controller: { name: school.school_name, email, phone, address: school.contact_address },
    accepted_by: nameOf(accepted.person),
    on_behalf_of: nameOf(row.student),
    reference,
    terms_url: accepted.url,
    terms_text: toAcceptedText(accepted.text),
    accepted_at: accepted.at.toISOString(),
    channel: accepted.channel,
    language: accepted.text?.locale ?? accepted.locale,
    withdraw: { email, phone },
  };
}

const stored = {
  id: true,
  reference: true,
  state: true,
  createdAt: true,
  ...enrollmentAnswers,
  schoolYear: { select: { year: true } },
  student: {
    select: {
      ...personAnswers,
      guardians: {
        select: { position: true, confirmedAt: true, keptApart: true, guardian: { select: personAnswers } },
      },
    },
  },
} satisfies Prisma.EnrollmentSelect;

type Stored = Prisma.EnrollmentGetPayload<{ select: typeof stored }>;

export type SentAnswers = Pick<Stored, "reference" | "state" | "createdAt" | "schoolYearId"> & {
  year: string;
  student: string;
  part: FamilyRole;
  /** What was answered, as the form knows it, as far as it is the reader's to see. */
  answers: Answers;
  /** The steps that asked for it, in the form's order. */
  steps: StepId[];
  /** What they asked that is not the reader's to see, not even whether it was answered. */
  hiddenFields: readonly FormField[];
};

/** What the page displays before an enrollment is withdrawn: what that means depends on how it stands. */
export const withdrawalShown = ({ reference, student, state }: SentAnswers) => ({
  withdrawal: { name: student, reference, state },
});

/**
 * Everything that was sent with an enrollment, as it is stored now and as far as a person may see it:
 * the first guardian all but what became the second one's own, the student what is about them, the other
 * guardian the child and the studies, without anybody's address, contact or document.
 * @returns undefined when they have nothing to do with it any more
 */
export async function readSentAnswers(
  personId: string,
  reference: string,
  now: Date,
): Promise<SentAnswers | undefined> {
  const { time_zone } = await getSettings();
  const where = { reference, ...whereVisibleTo(personId) };
  const [row, mine] = await Promise.all([
    prisma().enrollment.findFirst({ where, select: stored }),
    prisma().enrollment.findFirst({ where, select: createRoleColumns(personId) }),
  ]);
  if (!row || !mine) return;
  const part = getFamilyRole(mine, personId, getToday(time_zone, now));
  if (part === "former") return;

  const people = listVisiblePeople(row, personId, part);
  const given = readStoredAnswers(row, people) as Answers;
  const hiddenFields = listHiddenFields(part, row, people);
  const all: Answers = { ...given, ...inferFormAnswers(people, given) };
  const answers: Answers = Object.fromEntries(
    Object.entries(all).filter(([field]) => !hiddenFields.includes(field as FormField)),
  );
  return {
    reference,
    state: row.state,
    createdAt: row.createdAt,
    schoolYearId: row.schoolYearId,
    year: row.schoolYear.year,
    student: [row.student.name, row.student.surname].filter(Boolean).join(" "),
    part,
    answers,
    steps: stepsFor(answers, people, part, toLocalDay(time_zone, row.createdAt)),
    hiddenFields,
  };
}

const byOf = (actorKind: string): FamilyEvent["by"] => (actorKind === "family" ? "family" : "school");

const acceptedIn = (personId: string, reference: string) =>
  prisma().enrollment.findFirst({
    where: { reference, ...whereVisibleTo(personId) },
    select: {
      termsUrl: true,
      termsText: acceptedTextColumns,
      termsAcceptedAt: true,
      source: true,
      locale: true,
      student: {
        select: {
          ...named,
          guardians: { where: { position: 1 }, select: { guardian: { select: named } } },
        },
      },
      consents: {
        where: { personId },
        select: {
          termsUrl: true,
          termsText: acceptedTextColumns,
          acceptedAt: true,
          locale: true,
          person: { select: named },
        },
      },
    },
  });

type Row = NonNullable<Awaited<ReturnType<typeof acceptedIn>>>;

/** Whoever sent the enrollment accepted with it; a second guardian with an answer of their own. */
function findAcceptance({ student, consents, ...sent }: Row, personId: string) {
  const sender = student.guardians[0]?.guardian ?? student;
  if (sender.id === personId) {
    const { termsUrl: url, termsText: text, termsAcceptedAt: at, locale, source: channel } = sent;
    return { person: sender, url, text, at, locale, channel };
  }
  const [own] = consents;
  if (!own) return;
  return {
    person: own.person,
    url: own.termsUrl,
    text: own.termsText,
    at: own.acceptedAt,
    locale: own.locale,
    channel: "link" as const,
  };
}

const nameOf = ({ name, surname }: { name: string | null; surname: string | null }) =>
  [name, surname].filter(Boolean).join(" ");

function listVisiblePeople(
  { student, studentId }: Stored & { studentId?: string },
  personId: string,
  part: FamilyRole,
): StoredPeople {
  const { guardians, ...child } = student;
  if (part === "guardian") {
    const { name, surname, birthDate } = child;
    return { student: { name, surname, birthDate } };
  }
  const first = guardians.find(({ position, guardian }) => position === 1 && guardian.id === personId);
  if (!first || studentId === personId) return { student: child };
  const second = guardians.find(({ position }) => position === 2);
  // Once confirmed, or marked by the desk on either side, an address is nobody's but its owner's.
  const known = second && !second.confirmedAt && !second.keptApart && !first.keptApart;
  return {
    student: child,
    guardian: first.guardian,
    second_guardian: known ? { email: second.guardian.email } : undefined,
  };
}

const ADDRESS = ["country", "city", "zipCode", "address"] as const;

/** What only the form asks, as it must have been answered. */
function inferFormAnswers({ student, guardian, second_guardian }: StoredPeople, answers: Answers): Answers {
  const same =
    guardian && student?.address && ADDRESS.every((column) => student[column] === guardian[column]);
  return {
    has_second_guardian: second_guardian ? "yes" : "no",
    has_student_email: answers.student_email ? "yes" : "no",
    ...(same && { student_same_address: "yes" }),
  };
}

/** The other guardian reads what is about the child and the studies; who reads of no guardian, of no second one. */
function listHiddenFields(part: FamilyRole, row: Stored, people: StoredPeople): FormField[] {
  const forBoth: ReadonlySet<string> = sharedGuardianFields;
  if (part === "guardian")
    return allFields.filter(
      (field) => field !== "school_year_id" && (!forBoth.has(field) || field === "student_email"),
    );
  return people.guardian && !hidesSecond(row, people) ? [] : ["has_second_guardian", "second_guardian_email"];
}

/** Another guardian is there, whose address is nobody's but theirs: nothing is told, least of all that there is none. */
const hidesSecond = ({ student }: Stored, { second_guardian }: StoredPeople) =>
  !second_guardian && student.guardians.some(({ position }) => position === 2);

function stepsFor(answers: Answers, people: StoredPeople, part: FamilyRole, sentOn: Day): StepId[] {
  const asked = listSteps({ answers, today: sentOn, severalYears: true }).filter(
    (step) => getStep(step).section !== "guardian" || people.guardian,
  );
  return part === "guardian" ? asked.filter((step) => getStep(step).visibleToBoth) : asked;
}
