import type { Prisma } from "@/generated/prisma/client";
import { yearPlaces } from "@/lib/decisions/place";
import { type FieldName, fieldRows } from "@/lib/enrollment/fields";
import {
  answerColumns,
  enrollmentAnswers,
  namedAnswer,
  ownAnswers,
  storedAnswers,
} from "@/lib/enrollment/stored-answers";
import { acceptedText, acceptedTextOf } from "@/lib/enrollment/terms";
import { dayOf } from "@/lib/platform/dates";

/** What is told of a person. */
export const own = {
  ...answerColumns,
  locale: true,
  createdAt: true,
  goingOn: {
    orderBy: { schoolYearId: "asc" },
    select: { answer: true, answeredAt: true, schoolYear: { select: { year: true } } },
  },
} satisfies Prisma.PersonSelect;

/** What is told of an enrollment; a decision only once it has been told. */
export const enrollment = {
  ...enrollmentAnswers,
  reference: true,
  state: true,
  createdAt: true,
  source: true,
  locale: true,
  termsUrl: true,
  termsText: acceptedText,
  termsAcceptedAt: true,
  schoolYear: { select: { year: true } },
  decisions: {
    where: { status: "told" },
    orderBy: { decidedAt: "asc" },
    select: {
      toState: true,
      decidedAt: true,
      settledAt: true,
      words: true,
      reason: { select: { es: true, ca: true, en: true } },
    },
  },
  placeAnswers: {
    orderBy: { createdAt: "asc" },
    select: { answerBy: true, answer: true, answeredAt: true },
  },
  questions: {
    orderBy: { createdAt: "asc" },
    select: {
      createdAt: true,
      words: true,
      answerBy: true,
      answer: true,
      answeredAt: true,
      reason: { select: { es: true, ca: true, en: true } },
    },
  },
  notes: { orderBy: { createdAt: "asc" }, select: { text: true, createdAt: true } },
  paper: { select: { signedBy: true, signedOn: true } },
  labels: { select: { label: { select: { name: true } } } },
} satisfies Prisma.EnrollmentSelect;

type Person = Prisma.PersonGetPayload<{ select: typeof own }>;
type Enrollment = Prisma.EnrollmentGetPayload<{ select: typeof enrollment }>;

export function personOf(person: Person) {
  return {
    ...ownAnswers(person),
    language: person.locale,
    registered_at: iso(person.createdAt),
    going_on: person.goingOn.map(({ answer, answeredAt, schoolYear }) => ({
      school_year: schoolYear.year,
      answer,
      answered_at: iso(answeredAt),
    })),
  };
}

/** @param fields those of the answers that the reader may know, where it is not all of them */
export async function enrollmentOf(row: Enrollment, fields?: ReadonlySet<FieldName>) {
  return {
    reference: row.reference,
    school_year: row.schoolYear.year,
    state: row.state,
    sent_at: iso(row.createdAt),
    sent_by: row.source,
    signed: row.paper && { by: row.paper.signedBy, on: dayOf(row.paper.signedOn) },
    language: row.locale,
    ...(await answersOf(row, fields)),
    terms: {
      address: row.termsUrl,
      text: acceptedTextOf(row.termsText),
      accepted_at: iso(row.termsAcceptedAt),
    },
    decisions: row.decisions.map(({ toState, decidedAt, settledAt, reason, words }) => ({
      state: toState,
      decided_at: iso(decidedAt),
      told_at: iso(settledAt),
      reason: reason?.[row.locale as "es"] ?? null,
      words,
    })),
    place_answers: row.placeAnswers.map(({ answerBy, answer, answeredAt }) => ({
      answer_by: dayOf(answerBy),
      answer,
      answered_at: iso(answeredAt),
    })),
    questions: row.questions.map(({ createdAt, reason, words, answerBy, answer, answeredAt }) => ({
      asked_at: iso(createdAt),
      reason: reason?.[row.locale as "es"] ?? null,
      words,
      answer_by: dayOf(answerBy),
      answer,
      answered_at: iso(answeredAt),
    })),
    notes: row.notes.map(({ text, createdAt }) => ({ text, written_at: iso(createdAt) })),
    labels: row.labels.map(({ label }) => label.name),
  };
}

/** What was answered, under the words of its fields; the choices of one kind are a list. */
async function answersOf(row: Enrollment, fields?: ReadonlySet<FieldName>) {
  const [year, answers] = [await yearPlaces(row.schoolYearId), storedAnswers(row, {})];
  const told: Record<string, unknown> = {};
  for (const [field, { stored, words, person, from }] of fieldRows) {
    if (person || !stored || from === "years" || (fields && !fields.has(field))) continue;
    const answer = namedAnswer(field, answers[field], year);
    if (!("option" in stored)) told[words] = answer ?? null;
    else told[stored.in] = [told[stored.in] ?? [], answer ?? []].flat();
  }
  return told;
}

/** A time as it is told: ISO 8601 in UTC. */
export const iso = <T extends Date | null>(time: T) =>
  (time?.toISOString() ?? null) as T extends Date ? string : string | null;
