import type { Prisma } from "@/generated/prisma/client";
import { correctPerson } from "@/lib/enrollment/correct-person";
import { queueMessage } from "@/lib/mail/queue";
import { seenBy } from "@/lib/people/accounts/access";
import { recorded, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { dayOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { isUuid } from "@/lib/platform/uuid";
import { ofLive } from "@/lib/platform/worlds";
import { lockEnrollmentsOf, voidUntoldOf } from "./void-untold";

export type CorrectionIssue = "taken" | "answer_required" | "gone";

const LONGEST_ANSWER = 2_000;

/** What somebody asked to have corrected about the people of an enrollment, and is not answered yet. */
export async function openCorrections(actor: Actor, reference: string) {
  demand(actor, "read");
  return prisma().correctionRequest.findMany({
    where: { settledAt: null, person: peopleOf(reference) },
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
 * @returns what stands in the way
 */
export async function settleCorrection(
  actor: Actor,
  { reference, id, answer }: { reference: string; id: string; answer: string | undefined },
  now: Date,
): Promise<CorrectionIssue | undefined> {
  demand(actor, "correct");
  const words = answer?.trim().slice(0, LONGEST_ANSWER);
  if (words === "") return "answer_required";
  if (!isUuid(id)) return "gone";
  return prisma().$transaction(async (tx) => {
    const request = await tx.correctionRequest.findFirst({
      where: { id, settledAt: null, person: peopleOf(reference) },
    });
    if (!request) return "gone";
    await lockEnrollmentsOf(tx, request.personId);
    const { count } = await tx.correctionRequest.updateMany({
      where: { id, settledAt: null },
      data: { settledAt: now, accepted: words === undefined, answer: words ?? null },
    });
    if (count === 0) return "gone";
    if (words !== undefined) {
      await record(tx, actor, request.personId, "correction_declined", {});
      await tellWhoAsked(tx, request.askedById, reference, words);
      return;
    }
    const { name, surname, birthDate, documentType, document } = request;
    const result = await correctPerson(tx, request.personId, {
      ...(name && { name }),
      ...(surname && { surname }),
      ...(birthDate && { birthDate: dayOf(birthDate) }),
      ...(documentType && { documentType }),
      ...(document && { document }),
    });
    if ("taken" in result) {
      await tx.correctionRequest.update({
        where: { id },
        data: { settledAt: null, accepted: null, answer: null },
        select: { id: true },
      });
      return "taken";
    }
    if (result.changed.birthDate) await voidUntoldOf(tx, request.personId, recorded(actor), now);
    await record(tx, actor, request.personId, "person_corrected", result.changed);
    await tellWhoAsked(tx, request.askedById, reference);
    return;
  });
}

/**
 * Whoever asked hears what became of it, and the school's words where it did not correct: about a child whom they
 * may see, for of one from whom they are kept apart no message leaves.
 */
async function tellWhoAsked(
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
    where: seenBy(askedById),
    orderBy: { createdAt: "desc" },
    select: about,
  });
  const { id, studentId } =
    seen.find((one) => one.reference === reference) ??
    seen[0] ??
    (await tx.enrollment.findUniqueOrThrow({ where: { reference }, select: about }));
  const reader = askedById === studentId ? ("student" as const) : ("guardian" as const);
  await queueMessage(tx, {
    kind: "correction_settled",
    personId: askedById,
    locale,
    enrollmentId: id,
    tells: { reader, words },
  });
}

const about = { id: true, reference: true, studentId: true } as const;

const record = (
  tx: Prisma.TransactionClient,
  actor: Actor,
  id: string,
  action: string,
  values: Parameters<typeof writeEntry>[1]["values"],
) => writeEntry(tx, { actor: recorded(actor), action, object: { kind: "person", id }, values });

const peopleOf = (reference: string) =>
  ({
    OR: [
      { enrollments: { some: { reference, ...ofLive } } },
      { guardianOf: { some: { student: { enrollments: { some: { reference, ...ofLive } } } } } },
    ],
  }) satisfies Prisma.PersonWhereInput;
