import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import {
  confirmPlace,
  findOpenConfirmation,
  listOpenConfirmations,
} from "@/lib/decisions/confirmations/verbs";
import { DecisionError, requiredTextSchema } from "@/lib/decisions/decision-error";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { getPlaceNames } from "@/lib/decisions/place";
import { saveAnswer } from "@/lib/decisions/questions/verbs";
import { lockEnrollmentStatus } from "@/lib/decisions/status";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { isEnded, stateNames } from "@/lib/enrollment/states";
import { findEnrollmentWithRole, requireEnrollment } from "@/lib/family/queries";
import type { Locale } from "@/lib/i18n/locales";
import { createRoleColumns, getFamilyRole, whereVisibleTo } from "@/lib/people/accounts/family-role";
import { parseActionInput } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { getToday } from "@/lib/platform/sandbox";
import { isUuid } from "@/lib/platform/schema";
import { normaliseText } from "@/lib/platform/stored-values";
import { getSettings } from "@/lib/school/settings";

/**
 * Confirms a place: by the enrollment's owner at any time; while the school waits for an answer also by another
 * guardian who was notified (admission 12).
 * @throws DecisionError `not_their_own`, `not_allowed`, `day_is_over`
 */
export async function confirmOwnPlace(personId: string, reference: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { id, part } = await findEnrollmentWithRole(tx, personId, reference, now);
    const standing = await lockEnrollmentStatus(tx, { id });
    const mayKeep = part === "sender" || (part === "guardian" && (await findOpenConfirmation(tx, id)));
    if (!mayKeep) throw new DecisionError("not_their_own");
    await confirmPlace(tx, standing, { kind: "family", id: personId }, now);
  });
}

/** A place that waits for confirmation. */
export type PlaceToConfirm = {
  reference: string;
  studentId: string;
  student: string;
  /** First name of the student. */
  name: string;
  /** The student is the signed-in person. */
  isOwn: boolean;
  birthDate: Day | undefined;
  place: string;
  answerBy: Day;
  loses: boolean;
  /** Only the enrollment's owner may give the place up. */
  mayGiveUp: boolean;
};

/** The places that a person may confirm, first deadline first (admission 12). */
export async function listPlacesToConfirm(
  personId: string,
  now: Date,
  locale: string,
): Promise<PlaceToConfirm[]> {
  const { time_zone } = await getSettings();
  const { studentId, student } = createRoleColumns(personId);
  const rows = await prisma().enrollment.findMany({
    where: { ...whereVisibleTo(personId), state: "accepted", placeAnswers: { some: { answer: null } } },
    select: {
      id: true,
      reference: true,
      schoolYearId: true,
      studentId,
      student: { select: { ...student.select, name: true, surname: true } },
    },
  });
  const open = await listOpenConfirmations(
    prisma(),
    Prisma.sql`e.id = any(${rows.map(({ id }) => id)}::uuid[])`,
  );
  const found = open.map(async ({ reference, answerBy, loses, lapsed }) => {
    const row = rows.find((one) => one.reference === reference);
    const part = row && getFamilyRole(row, personId, getToday(time_zone, now));
    if (!row || lapsed || (part !== "sender" && part !== "guardian")) return [];
    const names = await getPlaceNames(row.schoolYearId, await getNotifiedPlace(prisma(), row.id), locale);
    return {
      reference,
      studentId: row.studentId,
      student: [row.student.name, row.student.surname].filter(Boolean).join(" "),
      name: row.student.name ?? row.student.surname ?? "",
      isOwn: row.studentId === personId,
      birthDate: row.student.birthDate ? toDay(row.student.birthDate) : undefined,
      place: [names.speciality, names.syllabus].filter(Boolean).join(", "),
      answerBy,
      loses,
      mayGiveUp: part === "sender",
    };
  });
  return (await Promise.all(found)).flat();
}

/** What the form shows of each place, by control. */
export const placesShown = (places: PlaceToConfirm[]) =>
  Object.fromEntries(
    places.map(({ reference, student, place, answerBy, loses, mayGiveUp }) => [
      `answer-${reference}`,
      { name: student, place, answerBy, loses, mayGiveUp },
    ]),
  );

/** Saves each answer on its own: a refusal keeps the answers before it. @throws DecisionError */
export async function answerPlaceConfirmations(
  personId: string,
  answers: { reference: string; answer: "kept" | "given_up" }[],
  now: Date,
): Promise<void> {
  for (const { reference, answer } of answers) {
    if (answer === "kept") await confirmOwnPlace(personId, reference, now);
    else await decideAsFamily({ reference, to: "withdrawn" }, personId, now);
  }
}

/** The school's question about an enrollment, and its deadline. */
export type OpenQuestion = {
  id: string;
  reference: string;
  studentId: string;
  student: string;
  birthDate: Day | undefined;
  reason: Record<Locale, string> | null;
  words: string | null;
  answerBy: Day;
};

const over = stateNames.filter(isEnded);

/** The open questions about a person's enrollments, first deadline first (desk 37). */
export async function listOpenQuestions(personId: string, now: Date): Promise<OpenQuestion[]> {
  const { time_zone } = await getSettings();
  const rows = await prisma().question.findMany({
    where: {
      answeredAt: null,
      closedAt: null,
      enrollment: { ...whereVisibleTo(personId), state: { notIn: over } },
    },
    orderBy: [{ answerBy: "asc" }, { createdAt: "asc" }],
    select: {
      id: true,
      words: true,
      answerBy: true,
      reason: { select: { es: true, ca: true, en: true } },
      enrollment: { select: asked(personId) },
    },
  });
  return rows.flatMap(({ enrollment, answerBy, ...question }) => {
    if (getFamilyRole(enrollment, personId, getToday(time_zone, now)) !== "sender") return [];
    const { reference, studentId, student } = enrollment;
    return {
      ...question,
      answerBy: toDay(answerBy),
      reference,
      studentId,
      student: [student.name, student.surname].filter(Boolean).join(" "),
      birthDate: student.birthDate ? toDay(student.birthDate) : undefined,
    };
  });
}

const answer = z.object({ reference: z.string(), question: z.string(), reply: requiredTextSchema });

/** @throws DomainError, DecisionError `not_their_own` */
export async function answerQuestion(
  personId: string,
  input: z.input<typeof answer>,
  now: Date,
): Promise<void> {
  const { reference, question, reply } = parseActionInput(answer, {
    ...input,
    reply: normaliseText(input.reply),
  });
  await prisma().$transaction(async (tx) => {
    await requireEnrollment(tx, personId, reference, "sender", now);
    const id = isUuid(question) ? question : NIL_UUID;
    await saveAnswer(tx, { reference, question: id, personId, words: reply }, now);
  });
}

function asked(personId: string) {
  const { studentId, student } = createRoleColumns(personId);
  return {
    reference: true,
    studentId,
    student: { select: { ...student.select, name: true, surname: true } },
  } as const;
}

const NIL_UUID = "00000000-0000-0000-0000-000000000000";
