import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import {
  confirmPlace,
  findOpenConfirmation,
  listOpenConfirmations,
} from "@/lib/decisions/confirmations/verbs";
import { DecisionError, requiredTextSchema } from "@/lib/decisions/decision-error";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { createPlaceNamer } from "@/lib/decisions/place";
import { lockEnrollmentStatus } from "@/lib/decisions/status";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { findEnrollmentWithRole, requireEnrollment } from "@/lib/family/queries";
import {
  createRoleColumns,
  formatName,
  getFamilyRole,
  whereVisibleTo,
} from "@/lib/people/accounts/family-role";
import { writeFamilyEntry } from "@/lib/people/audit-log";
import { DomainError, parseActionInput } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { toDay } from "@/lib/platform/dates";
import { isUuid } from "@/lib/platform/schema";
import { normaliseText } from "@/lib/platform/stored-values";
import { getSchoolToday } from "@/lib/school/settings";

/**
 * Confirms a place: by the enrollment's owner at any time; while the school waits for an answer also by another
 * guardian who was notified (admission 12).
 * @throws DecisionError `not_their_own`, `not_allowed`, `day_is_over`
 */
export async function confirmOwnPlace(personId: string, reference: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { id, role } = await findEnrollmentWithRole(tx, personId, reference, now);
    const status = await lockEnrollmentStatus(tx, { id });
    const canConfirm = role === "sender" || (role === "guardian" && (await findOpenConfirmation(tx, id)));
    if (!canConfirm) throw new DecisionError("not_their_own");
    await confirmPlace(tx, status, { kind: "family", id: personId }, now);
  });
}

type PlaceToConfirm = Awaited<ReturnType<typeof listPlacesToConfirm>>[number];

/** The places that a person may confirm, first deadline first (admission 12). */
export async function listPlacesToConfirm(personId: string, now: Date, locale: string) {
  const today = await getSchoolToday(now);
  const rows = await prisma().enrollment.findMany({
    where: { ...whereVisibleTo(personId), state: "accepted", placeAnswers: { some: { answer: null } } },
    select: {
      id: true,
      reference: true,
      schoolYearId: true,
      ...createRoleColumns(personId),
    },
  });
  const open = await listOpenConfirmations(
    prisma(),
    Prisma.sql`e.id = any(${rows.map(({ id }) => id)}::uuid[])`,
  );
  const places = open.map(async ({ reference, answerBy, loses, isExpired }) => {
    const row = rows.find((enrollment) => enrollment.reference === reference);
    const role = row && getFamilyRole(row, personId, today);
    if (!row || isExpired || (role !== "sender" && role !== "guardian")) return [];
    const getPlaceName = await createPlaceNamer(row.schoolYearId, locale);
    return {
      reference,
      studentId: row.studentId,
      student: formatName(row.student),
      name: row.student.name ?? row.student.surname ?? "",
      isOwn: row.studentId === personId,
      birthDate: row.student.birthDate ? toDay(row.student.birthDate) : undefined,
      place: getPlaceName(await getNotifiedPlace(prisma(), row.id)),
      answerBy,
      loses,
      canGiveUp: role === "sender",
    };
  });
  return (await Promise.all(places)).flat();
}

export const placesShown = (places: PlaceToConfirm[]) =>
  Object.fromEntries(
    places.map(({ reference, student, place, answerBy, loses, canGiveUp }) => [
      `answer-${reference}`,
      { name: student, place, answerBy, loses, canGiveUp },
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

const answerSchema = z.object({ reference: z.string(), question: z.string(), reply: requiredTextSchema });

/** @throws DomainError, DecisionError `not_their_own` */
export async function answerQuestion(
  personId: string,
  input: z.input<typeof answerSchema>,
  now: Date,
): Promise<void> {
  const { reference, question, reply } = parseActionInput(answerSchema, {
    ...input,
    reply: normaliseText(input.reply),
  });
  await prisma().$transaction(async (tx) => {
    await requireEnrollment(tx, personId, reference, "sender", now);
    const id = isUuid(question) ? question : NIL_UUID;
    await saveAnswer(tx, { reference, question: id, personId, words: reply }, now);
  });
}

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

type Answer = { reference: string; question: string; personId: string; words: string };

/**
 * Saves a family's answer, also after its last day, in the caller's transaction.
 * @throws DomainError `question_gone` when it was answered or closed meanwhile
 */
async function saveAnswer(
  tx: Prisma.TransactionClient,
  { reference, question: id, personId, words }: Answer,
  now: Date,
): Promise<void> {
  const { id: enrollmentId } = await lockEnrollmentStatus(tx, { reference });
  const { count } = await tx.question.updateMany({
    where: { id, enrollmentId, answeredAt: null, closedAt: null },
    data: { answer: words, answeredAt: now, answeredById: personId },
  });
  if (count === 0) throw new DomainError({ code: "question_gone" });
  await writeFamilyEntry(tx, personId, "question_answered", reference, { words: [null, words] });
}
