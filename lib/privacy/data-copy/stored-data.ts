import type { Prisma } from "@/generated/prisma/client";
import type { PointsRow } from "@/lib/admission/claims/queries";
import { findOwnRow, readPublicRound } from "@/lib/admission/queries";
import { createPlaceNamer, getYearStudies } from "@/lib/decisions/place";
import { type FieldName, fieldRows } from "@/lib/enrollment/fields";
import {
  answerColumns,
  enrollmentAnswers,
  readStoredAnswers,
  toAnswerName,
  toPersonAnswers,
} from "@/lib/enrollment/stored-answers";
import { acceptedTextColumns, toAcceptedText } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { toDay } from "@/lib/platform/dates";

const texts = { es: true, ca: true, en: true } as const;

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
      specialityId: true,
      syllabusId: true,
      decidedAt: true,
      settledAt: true,
      words: true,
      reason: { select: texts },
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
      reason: { select: texts },
    },
  },
  notes: { orderBy: { createdAt: "asc" }, select: { text: true, createdAt: true } },
  paper: { select: { signedBy: true, signedOn: true } },
  labels: { select: { label: { select: { name: true } } } },
  merits: {
    orderBy: { criterionId: "asc" },
    select: {
      state: true,
      mark: true,
      createdAt: true,
      checkedAt: true,
      toldAt: true,
      criterion: { select: { ...texts, round: { select: { name: true } } } },
    },
  },
  roundEntries: {
    orderBy: { roundId: "asc" },
    select: {
      position: true,
      points: true,
      merits: true,
      wishes: true,
      drawn: true,
      late: true,
      round: {
        select: {
          code: true,
          name: true,
          publishedPoints: true,
          criteria: { select: { code: true, ...texts } },
        },
      },
    },
  },
  // A move is internal until its list is public, like a decision.
  roundMoves: {
    where: { round: { finalPublicAt: { not: null } } },
    orderBy: { id: "asc" },
    select: {
      specialityId: true,
      syllabusId: true,
      reason: true,
      createdAt: true,
      undoneAt: true,
      round: { select: { name: true } },
    },
  },
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

type Reader = {
  locale: Locale;
  /** Acts for the enrollment, and so may see its points by criterion. */
  isSender: boolean;
  /** The answers that the reader may see; all by default. */
  fields?: ReadonlySet<FieldName>;
};

/** An enrollment with names and reasons in the reader's language. */
export async function toEnrollmentData(row: Enrollment, reader: Reader) {
  const { locale } = reader;
  const getPlaceName = await createPlaceNamer(row.schoolYearId, locale);
  return {
    reference: row.reference,
    school_year: row.schoolYear.year,
    state: row.state,
    sent_at: toIso(row.createdAt),
    sent_by: row.source,
    signed: row.paper && { by: row.paper.signedBy, on: toDay(row.paper.signedOn) },
    language: row.locale,
    ...(await readAnswers(row, reader)),
    terms: {
      address: row.termsUrl,
      text: toAcceptedText(row.termsText),
      accepted_at: toIso(row.termsAcceptedAt),
    },
    decisions: row.decisions.map((decision) => ({
      state: decision.toState,
      place: getPlaceName(decision) || null,
      decided_at: toIso(decision.decidedAt),
      told_at: toIso(decision.settledAt),
      reason: decision.reason?.[locale] ?? null,
      words: decision.words,
    })),
    place_answers: row.placeAnswers.map(({ answerBy, answer, answeredAt }) => ({
      answer_by: toDay(answerBy),
      answer,
      answered_at: toIso(answeredAt),
    })),
    questions: row.questions.map(({ createdAt, reason, words, answerBy, answer, answeredAt }) => ({
      asked_at: toIso(createdAt),
      reason: reason?.[locale] ?? null,
      words,
      answer_by: toDay(answerBy),
      answer,
      answered_at: toIso(answeredAt),
    })),
    notes: row.notes.map(({ text, createdAt }) => ({ text, written_at: toIso(createdAt) })),
    labels: row.labels.map(({ label }) => label.name),
    ...(await toRoundData(row, reader)),
  };
}

/** ISO 8601 in UTC. */
export const toIso = <T extends Date | null>(time: T) =>
  (time?.toISOString() ?? null) as T extends Date ? string : string | null;

/** The answers by text key; choices of one kind are a list. */
async function readAnswers(row: Enrollment, { locale, fields }: Reader) {
  const [year, answers] = [await getYearStudies(row.schoolYearId, locale), readStoredAnswers(row, {})];
  const result: Record<string, unknown> = {};
  for (const [field, { stored, textKey, person, options }] of fieldRows) {
    if (person || !stored || options === "years" || (fields && !fields.has(field))) continue;
    const answer = toAnswerName(field, answers[field], year);
    if (!("option" in stored)) result[textKey] = answer ?? null;
    else result[stored.in] = [result[stored.in] ?? [], answer ?? []].flat();
  }
  return result;
}

/** As the family's page of points: claims and points by criterion reveal siblings, health and income. */
async function toRoundData(row: Enrollment, { locale, isSender }: Reader) {
  const getPlaceName = await createPlaceNamer(row.schoolYearId, locale);
  return {
    claims: (isSender ? row.merits : []).map(({ criterion, state, mark, createdAt, checkedAt, toldAt }) => ({
      round: criterion.round.name,
      criterion: criterion[locale],
      state,
      score: mark,
      claimed_at: toIso(createdAt),
      checked_at: toIso(checkedAt),
      told_at: toIso(toldAt),
    })),
    rounds: await Promise.all(
      row.roundEntries.map(async ({ round, position, points, merits, wishes, drawn, late }) => ({
        round: round.name,
        position,
        points: isSender || round.publishedPoints === "totals" ? points : null,
        points_by_criterion: (isSender ? (merits as PointsRow[]) : []).map(([code, points]) => ({
          criterion: round.criteria.find((criterion) => criterion.code === code)?.[locale] ?? code,
          points,
        })),
        choices: (wishes as [number | null, number | null][]).map(([specialityId, syllabusId]) =>
          getPlaceName({ specialityId, syllabusId }),
        ),
        draw_number: drawn,
        late,
        list: await readListRow(round.code, row.reference),
      })),
    ),
    moves: (isSender ? row.roundMoves : []).map((move) => ({
      round: move.round.name,
      place: getPlaceName(move),
      reason: move.reason,
      moved_at: toIso(move.createdAt),
      undone_at: toIso(move.undoneAt),
    })),
  };
}

/** The enrollment's row in the newest public list of a round. */
async function readListRow(code: string, reference: string) {
  const { state, result } = (await readPublicRound(code)) ?? {};
  const ownRow = result && findOwnRow(result, reference);
  if (!ownRow) return null;
  const { position, place, row } = ownRow;
  return {
    published: state === "provisional" ? state : "final",
    line: position,
    place,
    waiting_rank: row.rank,
  };
}
