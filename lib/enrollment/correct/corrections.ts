import { z } from "zod";
import type { CorrectionRequest, Prisma } from "@/generated/prisma/client";
import { correctPerson } from "@/lib/enrollment/correct-person";
import { enqueueMessage } from "@/lib/mail/queue";
import { whereVisibleTo } from "@/lib/people/accounts/access";
import { toRecordedActor } from "@/lib/people/audit";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { ActionError, defineAction } from "@/lib/people/verb";
import { toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { isUuid } from "@/lib/platform/uuid";
import { lockStudentEnrollments, voidUnnotifiedDecisions } from "./void-untold";

const LONGEST_ANSWER = 2_000;

const answer = z
  .string()
  .transform((text) => text.trim().slice(0, LONGEST_ANSWER))
  .refine((text) => text !== "", "required");

/** What somebody asked to have corrected about the people of an enrollment, and is not answered yet. */
export async function listCorrectionRequests(actor: Actor, reference: string) {
  requirePermission(actor, "read");
  return prisma().correctionRequest.findMany({
    where: { settledAt: null, person: wherePeople(reference) },
    orderBy: { createdAt: "asc" },
    select: {
      id: true,
      personId: true,
      name: true,
      surname: true,
      birthDate: true,
      documentType: true,
      document: true,
      createdAt: true,
      person: { select: { name: true, surname: true } },
    },
  });
}

/**
 * Accepts what a family asks to have corrected, or answers in words. Another birth date makes decisions
 * void that were not told yet.
 */
export const answerCorrectionRequest = defineAction(
  "correction_declined",
  "correct",
  z.object({ reference: z.string(), correction: z.string(), answer: answer.optional() }),
  async ({ tx, actor, now, audit }, { reference, correction: id, answer: words }) => {
    const gone = new ActionError({ code: "answer_gone" });
    const where = { id, settledAt: null, person: wherePeople(reference) };
    const request = isUuid(id) ? await tx.correctionRequest.findFirst({ where }) : null;
    if (!request) throw gone;
    const { personId, askedById } = request;
    await lockStudentEnrollments(tx, personId);
    const { count } = await tx.correctionRequest.updateMany({
      where: { id, settledAt: null },
      data: { settledAt: now, accepted: words === undefined, answer: words ?? null },
    });
    if (count === 0) throw gone;
    const object = { kind: "person", id: personId } as const;
    if (words === undefined) {
      const changed = await applyCorrection(tx, request);
      if (changed.birthDate) await voidUnnotifiedDecisions(tx, personId, toRecordedActor(actor), now);
      await audit(object, changed, "person_corrected");
    } else await audit(object);
    await notifyRequester(tx, askedById, reference, words);
  },
);

async function applyCorrection(tx: Prisma.TransactionClient, request: CorrectionRequest) {
  const { name, surname, birthDate, documentType, document } = request;
  const result = await correctPerson(tx, request.personId, {
    ...(name && { name }),
    ...(surname && { surname }),
    ...(birthDate && { birthDate: toDay(birthDate) }),
    ...(documentType && { documentType }),
    ...(document && { document }),
  });
  if ("taken" in result) throw new ActionError({ code: "answer_taken" });
  return result.changed;
}

/**
 * Whoever asked hears what became of it, and the school's words where it did not correct: about a child whom they
 * may see, for of one from whom they are kept apart no message leaves.
 */
async function notifyRequester(
  tx: Prisma.TransactionClient,
  askedById: string,
  reference: string,
  words?: string,
) {
  const { locale } = await tx.person.findUniqueOrThrow({
    where: { id: askedById },
    select: { locale: true },
  });
  const seen = await tx.enrollment.findMany({
    where: whereVisibleTo(askedById),
    orderBy: { createdAt: "desc" },
    select: about,
  });
  const { id, studentId } =
    seen.find((one) => one.reference === reference) ??
    seen[0] ??
    (await tx.enrollment.findUniqueOrThrow({ where: { reference }, select: about }));
  const reader = askedById === studentId ? ("student" as const) : ("guardian" as const);
  await enqueueMessage(tx, {
    kind: "correction_settled",
    personId: askedById,
    locale,
    enrollmentId: id,
    tells: { reader, words },
  });
}

const about = { id: true, reference: true, studentId: true } as const;

const wherePeople = (reference: string) =>
  ({
    OR: [
      { enrollments: { some: { reference } } },
      { guardianOf: { some: { student: { enrollments: { some: { reference } } } } } },
    ],
  }) satisfies Prisma.PersonWhereInput;
