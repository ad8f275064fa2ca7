import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { DecisionError } from "@/lib/decisions/decision-error";
import { type EnrollmentStatus, lockEnrollmentStatus } from "@/lib/decisions/status";
import { hasConfirmationExpired } from "@/lib/enrollment/sql";
import { type RecordedActor, toRecordedActor, writeAuditEntry } from "@/lib/people/audit-log";
import { verb, versionSchema } from "@/lib/people/verb";
import { addDays, type Day, toDate, toDay } from "@/lib/platform/dates";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

/** An unanswered place confirmation; `isExpired`: the last day has passed and the place is lost. */
type OpenConfirmation = { id: string; answerBy: Day; loses: boolean; isExpired: boolean };

/** The unanswered place confirmation of an enrollment (admission 12). */
export async function findOpenConfirmation(
  tx: Prisma.TransactionClient,
  enrollmentId: string,
): Promise<OpenConfirmation | undefined> {
  return (await listOpenConfirmations(tx, Prisma.sql`e.id = ${enrollmentId}::uuid`))[0];
}

/** The unanswered place confirmations of some enrollments `e`, the earliest deadline first. */
export async function listOpenConfirmations(tx: Prisma.TransactionClient, where: Prisma.Sql) {
  return tx.$queryRaw<(OpenConfirmation & { reference: string })[]>`
    select a.id, a.answer_by::text as "answerBy", a.loses, ${hasConfirmationExpired(Prisma.sql`${await getSchoolToday()}::date`)} as "isExpired", e.reference
    from place_answers a join enrollments e on e.id = a.enrollment_id
    where a.answer is null and ${where} order by a.answer_by, a.created_at, a.id`;
}

/**
 * The last day to confirm a place that is announced today: the round's day while the year's round is final, else
 * after the school's number of days (admission 12). Undefined where the school does not ask.
 */
export async function getConfirmationDeadline(
  db: Prisma.TransactionClient,
  schoolYearId: number,
): Promise<Day | undefined> {
  const today = await getSchoolToday();
  const round = await db.round.findFirst({
    where: { schoolYearId, state: "final", answerBy: { gte: toDate(today) } },
    select: { answerBy: true },
  });
  if (round?.answerBy) return toDay(round.answerBy);
  const { place_answer_days: days } = await getSettings();
  return days === 0 ? undefined : addDays(today, days);
}

type ConfirmationOutcome = "kept" | "given_up" | "lapsed" | "closed";

/** Settles the open confirmation of a locked enrollment; returns whether there was one. */
export async function settleConfirmation(
  tx: Prisma.TransactionClient,
  enrollmentId: string,
  answer: ConfirmationOutcome,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.placeAnswer.updateMany({
    where: { enrollmentId, answer: null },
    data: { answer, answeredAt: now },
  });
  return count > 0;
}

/**
 * Saves that the family keeps its place, and settles the open confirmation. The enrollment must be locked.
 * @throws DecisionError `not_allowed`; `day_is_over` when the place is lost
 */
export async function confirmPlace(
  tx: Prisma.TransactionClient,
  { id, reference, state }: EnrollmentStatus,
  actor: RecordedActor,
  now: Date,
): Promise<void> {
  if (state !== "accepted") throw new DecisionError("not_allowed", { from: state, to: "accepted" });
  const open = await findOpenConfirmation(tx, id);
  if (open?.isExpired) throw new DecisionError("day_is_over");
  const { count } = await tx.enrollment.updateMany({
    where: { id, keepsPlaceAt: null },
    data: { keepsPlaceAt: now },
  });
  const wasOpen = await settleConfirmation(tx, id, "kept", now);
  if (count === 0 && !wasOpen) return;
  await writeAuditEntry(tx, { actor, action: "place_kept", object: { kind: "enrollment", id: reference } });
}

/** Confirms a place for a family that has telephoned. @throws DecisionError, PermissionError */
export const confirmPlaceForFamily = verb(
  "place_kept",
  "decide",
  z.object({ reference: z.string(), version: versionSchema.optional() }),
  async ({ tx, actor, now }, { reference, version }) => {
    const enrollment = await lockEnrollmentStatus(tx, { reference });
    if (version !== undefined && version !== enrollment.version) throw new DecisionError("changed_meanwhile");
    await confirmPlace(tx, enrollment, toRecordedActor(actor), now);
  },
);
