import type { Prisma } from "@/generated/prisma/client";
import { getYearStudies } from "@/lib/decisions/place";
import { type FieldName, fieldRows } from "@/lib/enrollment/fields";
import {
  answerColumns,
  enrollmentAnswers,
  readStoredAnswers,
  toAnswerName,
  toPersonAnswers,
} from "@/lib/enrollment/stored-answers";
import { acceptedTextColumns, toAcceptedText } from "@/lib/enrollment/terms";
import { toDay } from "@/lib/platform/dates";

export const personColumns = {
  ...answerColumns,
  locale: true,
  createdAt: true,
  goingOn: {
    orderBy: { schoolYearId: "asc" },
    select: { answer: true, answeredAt: true, schoolYear: { select: { year: true } } },
  },
} satisfies Prisma.PersonSelect;

/** The columns of an enrollment; only announced decisions. */
export const enrollmentColumns = {
  ...enrollmentAnswers,
  reference: true,
  state: true,
  createdAt: true,
  source: true,
  locale: true,
  termsUrl: true,
  termsText: acceptedTextColumns,
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

type Person = Prisma.PersonGetPayload<{ select: typeof personColumns }>;

export function toPersonData(person: Person) {
  return {
    ...toPersonAnswers(person),
    language: person.locale,
    registered_at: toIso(person.createdAt),
    going_on: person.goingOn.map(({ answer, answeredAt, schoolYear }) => ({
      school_year: schoolYear.year,
      answer,
      answered_at: toIso(answeredAt),
    })),
  };
}

type Enrollment = Prisma.EnrollmentGetPayload<{ select: typeof enrollmentColumns }>;

/** @param fields the answers that the reader may see; all by default */
export async function toEnrollmentData(row: Enrollment, fields?: ReadonlySet<FieldName>) {
  return {
    reference: row.reference,
    school_year: row.schoolYear.year,
    state: row.state,
    sent_at: toIso(row.createdAt),
    sent_by: row.source,
    signed: row.paper && { by: row.paper.signedBy, on: toDay(row.paper.signedOn) },
    language: row.locale,
    ...(await readAnswers(row, fields)),
    terms: {
      address: row.termsUrl,
      text: toAcceptedText(row.termsText),
      accepted_at: toIso(row.termsAcceptedAt),
    },
    decisions: row.decisions.map(({ toState, decidedAt, settledAt, reason, words }) => ({
      state: toState,
      decided_at: toIso(decidedAt),
      told_at: toIso(settledAt),
      reason: reason?.[row.locale as "es"] ?? null,
      words,
    })),
    place_answers: row.placeAnswers.map(({ answerBy, answer, answeredAt }) => ({
      answer_by: toDay(answerBy),
      answer,
      answered_at: toIso(answeredAt),
    })),
    questions: row.questions.map(({ createdAt, reason, words, answerBy, answer, answeredAt }) => ({
      asked_at: toIso(createdAt),
      reason: reason?.[row.locale as "es"] ?? null,
      words,
      answer_by: toDay(answerBy),
      answer,
      answered_at: toIso(answeredAt),
    })),
    notes: row.notes.map(({ text, createdAt }) => ({ text, written_at: toIso(createdAt) })),
    labels: row.labels.map(({ label }) => label.name),
  };
}

/** ISO 8601 in UTC. */
export const toIso = <T extends Date | null>(time: T) =>
  (time?.toISOString() ?? null) as T extends Date ? string : string | null;

/** The answers by text key; choices of one kind are a list. */
async function readAnswers(row: Enrollment, fields?: ReadonlySet<FieldName>) {
  const [year, answers] = [await getYearStudies(row.schoolYearId, row.locale), readStoredAnswers(row, {})];
  const result: Record<string, unknown> = {};
  for (const [field, { stored, textKey, person, options }] of fieldRows) {
    if (person || !stored || options === "years" || (fields && !fields.has(field))) continue;
    const answer = toAnswerName(field, answers[field], year);
    if (!("option" in stored)) result[textKey] = answer ?? null;
    else result[stored.in] = [result[stored.in] ?? [], answer ?? []].flat();
  }
  return result;
}
