import { Prisma } from "@/generated/prisma/client";
import { hasConfirmationExpired } from "@/lib/enrollment/state-sql";
import { type Day, toDate, toDay, addDays } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";
import { getSchoolToday } from "@/lib/school/today";

/** An answer that a family has still to give; `lapsed`: the day is over, and silence lost the place. */
export type OpenConfirmation = { id: string; answerBy: Day; loses: boolean; lapsed: boolean };

/** The answer that is open on an enrollment (admission 12). */
export async function findOpenConfirmation(
  tx: Prisma.TransactionClient,
  enrollmentId: string,
): Promise<OpenConfirmation | undefined> {
  return (await listOpenConfirmations(tx, Prisma.sql`e.id = ${enrollmentId}::uuid`))[0];
}

/** Those that are open on some enrollments `e`, with their references, the soonest first. */
export async function listOpenConfirmations(tx: Prisma.TransactionClient, where: Prisma.Sql) {
  return tx.$queryRaw<(OpenConfirmation & { reference: string })[]>`
    select a.id, a.answer_by::text as "answerBy", a.loses, ${hasConfirmationExpired(Prisma.sql`${await getSchoolToday()}::date`)} as lapsed, e.reference
    from place_answers a join enrollments e on e.id = a.enrollment_id
    where a.answer is null and ${where} order by a.answer_by, a.created_at, a.id`;
}

/**
 * By which day a place is to be answered that is told today: while the year's round is final, by the round's day
 * (admission 12); undefined where the school does not ask.
 */
export async function getConfirmationDeadline(
  db: Prisma.TransactionClient,
  schoolYearId: number,
): Promise<Day | undefined> {
  const now = await getSchoolToday();
  const round = await db.round.findFirst({
    where: { schoolYearId, state: "final", answerBy: { gte: toDate(now) } },
    select: { answerBy: true },
  });
  if (round?.answerBy) return toDay(round.answerBy);
  const { place_answer_days: days } = await getSettings();
  return days === 0 ? undefined : addDays(now, days);
}

/** Asks by a day whether a place that is being told is kept, in the transaction that tells it. Its event: `record_place_event.sql`. */
export async function createConfirmation(
  tx: Prisma.TransactionClient,
  enrollmentId: string,
  by: Day,
): Promise<void> {
  const { place_answer_silence } = await getSettings();
  await tx.placeAnswer.create({
    data: { enrollmentId, answerBy: toDate(by), loses: place_answer_silence === "lost" },
    select: { id: true },
  });
}

type Given = "kept" | "given_up" | "lapsed" | "closed";

/** Settles the answer that is open on an enrollment, whose row is held. @returns whether there was one */
export async function settleConfirmation(
  tx: Prisma.TransactionClient,
  enrollmentId: string,
  answer: Given,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.placeAnswer.updateMany({
    where: { enrollmentId, answer: null },
    data: { answer, answeredAt: now },
  });
  return count > 0;
}
