import { Prisma } from "@/generated/prisma/client";
import { answerLapsed } from "@/lib/enrollment/state-sql";
import { type Day, dateOf, dayOf, daysAfter } from "@/lib/platform/dates";
import { settings } from "@/lib/school/settings";
import { today } from "@/lib/school/today";

/** An answer that a family has still to give; `lapsed`: the day is over, and silence lost the place. */
export type OpenAnswer = { id: string; answerBy: Day; loses: boolean; lapsed: boolean };

/** The answer that is open on an enrollment (admission 12). */
export async function openAnswer(
  tx: Prisma.TransactionClient,
  enrollmentId: string,
): Promise<OpenAnswer | undefined> {
  return (await openAnswers(tx, Prisma.sql`e.id = ${enrollmentId}::uuid`))[0];
}

/** Those that are open on some enrollments `e`, with their references, the soonest first. */
export async function openAnswers(tx: Prisma.TransactionClient, where: Prisma.Sql) {
  return tx.$queryRaw<(OpenAnswer & { reference: string })[]>`
    select a.id, a.answer_by::text as "answerBy", a.loses, ${answerLapsed(Prisma.sql`${await today()}::date`)} as lapsed, e.reference
    from place_answers a join enrollments e on e.id = a.enrollment_id
    where a.answer is null and ${where} order by a.answer_by, a.created_at, a.id`;
}

/**
 * By which day a place is to be answered that is told today: while the year's round is final, by the round's day
 * (admission 12); undefined where the school does not ask.
 */
export async function answerDay(
  db: Prisma.TransactionClient,
  schoolYearId: number,
): Promise<Day | undefined> {
  const now = await today();
  const round = await db.round.findFirst({
    where: { schoolYearId, state: "final", answerBy: { gte: dateOf(now) } },
    select: { answerBy: true },
  });
  if (round?.answerBy) return dayOf(round.answerBy);
  const { place_answer_days: days } = await settings();
  return days === 0 ? undefined : daysAfter(now, days);
}

/** Asks by a day whether a place that is being told is kept, in the transaction that tells it. Its event: `record_place_event.sql`. */
export async function openNewAnswer(
  tx: Prisma.TransactionClient,
  enrollmentId: string,
  by: Day,
): Promise<void> {
  const { place_answer_silence } = await settings();
  await tx.placeAnswer.create({
    data: { enrollmentId, answerBy: dateOf(by), loses: place_answer_silence === "lost" },
    select: { id: true },
  });
}

type Given = "kept" | "given_up" | "lapsed" | "closed";

/** Settles the answer that is open on an enrollment, whose row is held. @returns whether there was one */
export async function settleAnswer(
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
