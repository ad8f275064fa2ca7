import type { Prisma } from "@/generated/prisma/client";
import { DecisionError } from "@/lib/decisions/decision-error";
import { isEnded, stateNames } from "@/lib/enrollment/states";
import {
  enrollmentAnswers,
  personAnswers,
  readStoredAnswers,
  type StoredPeople,
} from "@/lib/enrollment/stored-answers";
import { acceptedTextColumns, toAcceptedText } from "@/lib/enrollment/terms";
import {
  createRoleColumns,
  formatName,
  getFamilyRole,
  whereVisibleTo,
} from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay, toLocalDay } from "@/lib/platform/dates";
import { getSchoolToday, getSettings } from "@/lib/school/settings";
import { allFields } from "@/lib/wizard/questions";
import { getStep, listSteps, type StepId, sharedGuardianFields } from "@/lib/wizard/steps";
import type { Answers, FormField } from "@/lib/wizard/types";

type FamilyRole = ReturnType<typeof getFamilyRole>;

/**
 * The person's enrollment for an action that needs this permission; every action of the account begins here.
 * @throws DecisionError `not_their_own`
 */
export async function requireEnrollment(
  tx: Prisma.TransactionClient,
  personId: string,
  reference: string,
  role: FamilyRole,
  now: Date,
) {
  const enrollment = await findEnrollmentWithRole(tx, personId, reference, now);
  if (enrollment.role !== role) throw new DecisionError("not_their_own");
  return enrollment;
}

/** @throws DecisionError `not_their_own` */
export async function findEnrollmentWithRole(
  tx: Prisma.TransactionClient,
  personId: string,
  reference: string,
  now: Date,
) {
  const today = await getSchoolToday(now);
  const row = await tx.enrollment.findFirst({
    where: { reference, ...whereVisibleTo(personId) },
    select: { id: true, ...createRoleColumns(personId) },
  });
  if (!row) throw new DecisionError("not_their_own");
  return { ...row, role: getFamilyRole(row, personId, today) };
}

const nameColumns = { id: true, name: true, surname: true } as const;

/** Proof of a person's own acceptance, to show to others. @returns undefined when they accepted nothing */
export async function readConsentReceipt(personId: string, reference: string) {
  const row = await readAcceptance(personId, reference);
  const acceptance = row && findAcceptance(row, personId);
  if (!acceptance) return;
  const school = await getSettings();
  const { contact_email: email, contact_phone: phone } = school;
  return {
    controller: { name: school.school_name, email, phone, address: school.contact_address },
    accepted_by: formatName(acceptance.person),
    on_behalf_of: formatName(row.student),
    reference,
    terms_url: acceptance.url,
    terms_text: toAcceptedText(acceptance.text),
    accepted_at: acceptance.at.toISOString(),
    /** The form, the API, paper, or the link of a second guardian. */
    channel: acceptance.channel,
    /** Of the text, or of the person when the text is on another site. */
    language: acceptance.text?.locale ?? acceptance.locale,
    withdraw: { email, phone },
  };
}

const sentColumns = {
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

type SentEnrollment = Prisma.EnrollmentGetPayload<{ select: typeof sentColumns }>;

export type SentAnswers = NonNullable<Awaited<ReturnType<typeof readSentAnswers>>>;

export const withdrawalShown = ({ reference, student, state }: SentAnswers) => ({
  withdrawal: { name: student, reference, state },
});

/**
 * The stored answers of an enrollment that the person may see: the first guardian all except what the second one owns,
 * the student their own, another guardian the child and studies without addresses, contacts and documents.
 * @returns undefined when they are not related to it
 */
export async function readSentAnswers(personId: string, reference: string, now: Date) {
  const today = await getSchoolToday(now);
  const where = { reference, ...whereVisibleTo(personId) };
  const [row, roleRow] = await Promise.all([
    prisma().enrollment.findFirst({ where, select: sentColumns }),
    prisma().enrollment.findFirst({ where, select: createRoleColumns(personId) }),
  ]);
  if (!row || !roleRow) return;
  const role = getFamilyRole(roleRow, personId, today);
  if (role === "former") return;

  const people = listVisiblePeople(row, personId, role);
  const storedAnswers = readStoredAnswers(row, people) as Answers;
  const hiddenFields = listHiddenFields(role, row, people);
  const allAnswers: Answers = { ...storedAnswers, ...inferFormAnswers(people, storedAnswers) };
  const answers: Answers = Object.fromEntries(
    Object.entries(allAnswers).filter(([field]) => !hiddenFields.includes(field as FormField)),
  );
  return {
    reference,
    state: row.state,
    createdAt: row.createdAt,
    schoolYearId: row.schoolYearId,
    year: row.schoolYear.year,
    student: formatName(row.student),
    role,
    answers,
    steps: listSentSteps(answers, people, role, toLocalDay((await getSettings()).time_zone, row.createdAt)),
    /** Fields that the reader may not see, not even whether they were answered. */
    hiddenFields,
  };
}

const readAcceptance = (personId: string, reference: string) =>
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
          ...nameColumns,
          guardians: { where: { position: 1 }, select: { guardian: { select: nameColumns } } },
        },
      },
      consents: {
        where: { personId },
        select: {
          termsUrl: true,
          termsText: acceptedTextColumns,
          acceptedAt: true,
          locale: true,
          person: { select: nameColumns },
        },
      },
    },
  });

type Row = NonNullable<Awaited<ReturnType<typeof readAcceptance>>>;

/** The sender accepted with the enrollment, a second guardian separately. */
function findAcceptance({ student, consents, ...sent }: Row, personId: string) {
  const sender = student.guardians[0]?.guardian ?? student;
  if (sender.id === personId) {
    const { termsUrl: url, termsText: text, termsAcceptedAt: at, locale, source: channel } = sent;
    return { person: sender, url, text, at, locale, channel };
  }
  const [consent] = consents;
  if (!consent) return;
  return {
    person: consent.person,
    url: consent.termsUrl,
    text: consent.termsText,
    at: consent.acceptedAt,
    locale: consent.locale,
    channel: "link" as const,
  };
}

function listVisiblePeople({ student }: SentEnrollment, personId: string, role: FamilyRole): StoredPeople {
  const { guardians, ...child } = student;
  if (role === "guardian") {
    const { name, surname, birthDate } = child;
    return { student: { name, surname, birthDate } };
  }
  const first = guardians.find(({ position, guardian }) => position === 1 && guardian.id === personId);
  if (!first) return { student: child };
  const second = guardians.find(({ position }) => position === 2);
  // After confirmation, or when the two are kept apart, only the owner sees the address.
  const isVisible = second && !second.confirmedAt && !second.keptApart && !first.keptApart;
  return {
    student: child,
    guardian: first.guardian,
    second_guardian: isVisible ? { email: second.guardian.email } : undefined,
  };
}

const ADDRESS = ["country", "city", "zipCode", "address"] as const;

function inferFormAnswers({ student, guardian, second_guardian }: StoredPeople, answers: Answers): Answers {
  const hasSameAddress =
    guardian && student?.address && ADDRESS.every((column) => student[column] === guardian[column]);
  return {
    has_second_guardian: second_guardian ? "yes" : "no",
    has_student_email: answers.student_email ? "yes" : "no",
    ...(hasSameAddress && { student_same_address: "yes" }),
  };
}

/**
 * Other guardians see the child and the studies. Without a guardian those fields are not hidden, nor are a second
 * one's.
 */
function listHiddenFields(role: FamilyRole, row: SentEnrollment, people: StoredPeople): FormField[] {
  const shared: ReadonlySet<string> = sharedGuardianFields;
  if (role === "guardian")
    return allFields.filter(
      (field) => field !== "school_year_id" && (!shared.has(field) || field === "student_email"),
    );
  // The page must not say that there is no second guardian where one's data is private.
  const hidesSecond = !people.second_guardian && row.student.guardians.some(({ position }) => position === 2);
  return people.guardian && !hidesSecond ? [] : ["has_second_guardian", "second_guardian_email"];
}

function listSentSteps(answers: Answers, people: StoredPeople, role: FamilyRole, sentOn: Day): StepId[] {
  const steps = listSteps({ answers, today: sentOn, severalYears: true }).filter(
    (step) => getStep(step).section !== "guardian" || people.guardian,
  );
  return role === "guardian" ? steps.filter((step) => getStep(step).visibleToBoth) : steps;
}

const endedStates = stateNames.filter(isEnded);

/** The open questions about a person's enrollments, first deadline first (desk 37). */
export async function listOpenQuestions(personId: string, now: Date) {
  const today = await getSchoolToday(now);
  const rows = await prisma().question.findMany({
    where: {
      answeredAt: null,
      closedAt: null,
      enrollment: { ...whereVisibleTo(personId), state: { notIn: endedStates } },
    },
    orderBy: [{ answerBy: "asc" }, { createdAt: "asc" }],
    select: {
      id: true,
      words: true,
      answerBy: true,
      reason: { select: { es: true, ca: true, en: true } },
      enrollment: { select: { reference: true, ...createRoleColumns(personId) } },
    },
  });
  return rows.flatMap(({ enrollment, answerBy, ...question }) => {
    if (getFamilyRole(enrollment, personId, today) !== "sender") return [];
    const { reference, studentId, student } = enrollment;
    return {
      ...question,
      answerBy: toDay(answerBy),
      reference,
      studentId,
      student: formatName(student),
      birthDate: student.birthDate ? toDay(student.birthDate) : undefined,
    };
  });
}
