import { Prisma } from "@/generated/prisma/client";
import { canObject, findRoundTakingClaims } from "@/lib/admission/claims/queries";
import { getPublicState } from "@/lib/admission/round";
import { listRequestedCourses, type RequestedCourse } from "@/lib/catalogue/requested-courses";
import { listOpenConfirmations } from "@/lib/decisions/confirmations/verbs";
import { getFamilyOptions } from "@/lib/decisions/family/verbs";
import { readNotifiedTexts } from "@/lib/decisions/notifications/mail";
import { readRanks } from "@/lib/decisions/queries";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { getState } from "@/lib/enrollment/states";
import { listOpenQuestions, readConsentReceipt } from "@/lib/family/queries";
import { readFamilyOverview } from "@/lib/family/renewal/queries";
import { findChoicesBlocker, findOwnRound } from "@/lib/family/round/queries";
import type { Locale } from "@/lib/i18n/locales";
import { compareBirth, createRoleColumns, whereVisibleTo } from "@/lib/people/accounts/family-role";
import { readAccount } from "@/lib/people/accounts/queries";
import { auditColumns } from "@/lib/people/audit-log";
import { prisma } from "@/lib/platform/database/prisma";
import { toDay } from "@/lib/platform/dates";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

type AccountEnrollment = Awaited<ReturnType<typeof readAccount>>["enrollments"][number];

/** Audit actions shown to the family; they contain no names and no notes. */
const VISIBLE_ACTIONS = [
  "place_kept",
  "choices_changed",
  "guardian_confirmed",
  "family_asked",
  "question_answered",
  "answers_corrected",
] as const;

/** Of the school's, about a person. */
const CORRECTIONS = ["person_corrected", "address_corrected"];

export type AccountCard = Awaited<ReturnType<typeof readFamilyAccount>>["enrollments"][number];

async function readFamilyAccount(personId: string, now: Date, locale: Locale, reference?: string) {
  const { enrollments: all, ...person } = await readAccount(personId, now);
  const enrollments = reference ? all.filter((row) => row.reference === reference) : all;
  const [questions, courses, cards] = await Promise.all([
    listOpenQuestions(personId, now),
    listCourses(enrollments, locale),
    Promise.all(enrollments.map((enrollment) => toAccountCard(enrollment, personId, now, locale))),
  ]);
  const getDeadline = (reference: string) => questions.find((row) => row.reference === reference)?.answerBy;
  return {
    ...person,
    enrollments: cards.map((card) => ({
      ...card,
      course: courses.find(({ reference }) => reference === card.reference),
      question: getDeadline(card.reference),
    })),
  };
}

/** Undefined when the person is not related to the enrollment. */
export async function readAccountCard(
  personId: string,
  reference: string,
  now: Date,
  locale: Locale,
): Promise<AccountCard | undefined> {
  const { enrollments } = await readFamilyAccount(personId, now, locale, reference);
  return enrollments[0];
}

/** What a card shows before a button confirms, by the card's id. */
export const cardShown = ({ reference, state, toldVersion, studentName, course }: AccountCard) => ({
  [`card-${reference}`]: { name: studentName, state, toldVersion, requested: course?.name.text },
});

async function listCourses(enrollments: AccountEnrollment[], locale: string): Promise<RequestedCourse[]> {
  const placed = enrollments.filter(({ state }) => getState(state).holds); // a place, or one on a list
  const assigned = placed.map(
    async ({ id, reference }) => [reference, await getNotifiedPlace(prisma(), id)] as const,
  );
  const references = enrollments.map(({ reference }) => reference);
  return listRequestedCourses(references, locale, new Map(await Promise.all(assigned)));
}

async function toAccountCard(enrollment: AccountEnrollment, personId: string, now: Date, locale: Locale) {
  const { reference, role, state } = enrollment;
  const getOptions = async (): ReturnType<typeof getFamilyOptions> =>
    role === "sender"
      ? getFamilyOptions(reference, now)
      : {
          hasPlace: false,
          confirmUntil: role === "guardian" ? await getConfirmationDeadline(reference) : undefined,
        };
  const [options, rank, blocker, receipt, round, notified] = await Promise.all([
    getOptions(),
    state === "waiting" && role !== "former" ? getVisibleRank(enrollment) : undefined,
    role === "sender" ? findChoicesBlocker(enrollment, await getSchoolToday(now)) : "not_allowed",
    readConsentReceipt(personId, reference),
    role === "former" ? undefined : readCardRound(enrollment),
    readNotifiedTexts(personId, enrollment, locale),
  ]);
  return { ...enrollment, options, rank, choices: !blocker, receipt: receipt !== undefined, round, notified };
}

/** The number of a family that waits, by its notified and its decided state. */
const getVisibleRank = async ({ id }: AccountEnrollment) =>
  (await getSettings()).show_waiting_rank ? (await readRanks([id])).get(id) : undefined;

/**
 * The enrollment's round; status `asks`: the family can claim points now; `until`: the last day of claims or
 * objections; `hasAnswer`: the school has answered an objection.
 */
async function readCardRound(enrollment: AccountEnrollment) {
  const round = await findOwnRound(prisma(), enrollment);
  if (!round) return undefined;
  const isSender = enrollment.role === "sender";
  const canClaim = isSender && (await findRoundTakingClaims(enrollment.schoolYearId))?.id === round.id;
  const until = canClaim ? round.meritsBy : isSender && (await canObject(round)) ? round.objectionsBy : null;
  const status = canClaim ? ("asks" as const) : getPublicState(round);
  const isAnswered = { enrollmentId: enrollment.id, roundId: round.id, answeredAt: { not: null } };
  const hasAnswer = isSender && (await prisma().objection.count({ where: isAnswered })) > 0;
  return { status, until: until ? toDay(until) : undefined, hasAnswer };
}

/** The last day for another guardian to confirm the place, while it is asked. */
async function getConfirmationDeadline(reference: string) {
  const [open] = await listOpenConfirmations(prisma(), Prisma.sql`e.reference = ${reference}`);
  return open?.isExpired ? undefined : open?.answerBy;
}

/**
 * What the family was notified of, and what was changed, newest first; the actor is the family or the school. Of the
 * corrections of people, a person sees those of the student and their own, and a second guardian none.
 */
export async function readHistory(personId: string, reference: string) {
  const enrollment = await prisma().enrollment.findFirst({
    where: { reference, ...whereVisibleTo(personId) },
    select: {
      createdAt: true,
      ...createRoleColumns(personId),
      decisions: { where: { status: "told" }, select: { toState: true, settledAt: true, actorKind: true } },
    },
  });
  if (!enrollment) return [];
  const { createdAt, studentId, student, decisions } = enrollment;
  const isSecond = student.guardians.some(({ position }) => position > 1);
  const people = isSecond ? [] : [studentId, personId];
  const bySchool = { actorKind: { not: "family" }, at: { gte: createdAt } };
  const entries = await prisma().auditEntry.findMany({
    where: {
      OR: [
        { objectKind: "enrollment", objectId: reference, action: { in: [...VISIBLE_ACTIONS] } },
        { objectKind: "person", objectId: { in: people }, action: { in: CORRECTIONS }, ...bySchool },
      ],
    },
    select: { at: true, action: true, actorKind: true, objectId: true, values: auditColumns.values },
  });
  const events = [
    { at: createdAt, by: "family" as const, kind: "sent" as const, corrected: [] },
    ...decisions.map(({ toState, settledAt, actorKind }) => ({
      at: settledAt ?? createdAt,
      by: toActor(actorKind),
      kind: "told" as const,
      state: toState,
    })),
    ...entries.map(({ at, action, actorKind, objectId, values }) => ({
      at,
      by: toActor(actorKind),
      kind: CORRECTIONS.includes(action)
        ? (`${objectId === personId ? "own" : "student"}_corrected` as const)
        : (action as (typeof VISIBLE_ACTIONS)[number]),
      /** The corrected values, by their audit name. */
      corrected: action.endsWith("_corrected") ? values.map(({ name }) => name) : [],
    })),
  ];
  return events.sort((a, b) => b.at.getTime() - a.at.getTime());
}

const toActor = (actorKind: string): "family" | "school" => (actorKind === "family" ? "family" : "school");

export type FamilyChild = Awaited<ReturnType<typeof readFamilyHome>>["children"][number];

/** A person's account by child, oldest first; a child's enrollments newest first. */
export async function readFamilyHome(personId: string, now: Date, locale: Locale) {
  const [account, family] = await Promise.all([
    readFamilyAccount(personId, now, locale),
    readFamilyOverview(personId, now, locale),
  ]);
  const byStudent = Map.groupBy(account.enrollments, ({ studentId }) => studentId);
  const ids = new Set([...family.students.map(({ id }) => id), ...byStudent.keys()]);
  const children = [...ids].map((id) => {
    const student = family.students.find((person) => person.id === id);
    const enrollments = byStudent.get(id) ?? [];
    const [newest] = enrollments;
    const inYear = enrollments.filter(({ schoolYearId }) => schoolYearId === family.requestedYear?.id);
    const requested = inYear.find(({ reference }) => reference === student?.requested?.reference);
    return {
      id,
      name: student?.fullName ?? newest?.studentName ?? "",
      birthDate: student?.birthDate ?? newest?.birthDate,
      student,
      enrollments,
      /** The active enrollment of the year in question, else the newest. */
      current: requested ?? inYear[0] ?? newest,
    };
  });
  return { account, family, children: children.sort(compareBirth) };
}
