import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { TYPED_OVER } from "@/lib/decisions/tell-list";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { Refused, verb } from "@/lib/people/verb";
import { type Day, dateOf, dayOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { today } from "@/lib/school/today";
import { renewers } from "./renewers";

/** The last day on which a year's renewal is answered; undefined where nobody is asked (any more). */
export async function renewalDay(
  db: Prisma.TransactionClient,
  schoolYearId: number,
  day: Day,
): Promise<Day | undefined> {
  const renewal = await db.renewal.findFirst({
    where: { schoolYearId, answerBy: { gte: dateOf(day) } },
    select: { answerBy: true },
  });
  return renewal ? dayOf(renewal.answerBy) : undefined;
}

/** How a year's renewal stands: until when it is, or was, asked, whether it still is, and who has answered what. */
export async function renewal(actor: Actor, schoolYearId: number) {
  demand(actor, "read");
  const [row, day, people] = await Promise.all([
    prisma().renewal.findUnique({ where: { schoolYearId }, select: { answerBy: true } }),
    today(),
    renewers(schoolYearId),
  ]);
  const until = row ? dayOf(row.answerBy) : undefined;
  return { until, asks: until !== undefined && until >= day, people };
}

/**
 * Asks everybody with a place whether they go on in a year, until a day; of a renewal that is open it changes the day
 * (admission 14).
 *
 * @throws Refused `answerBy.invalid` for a day outside the days on which the year takes requests, `renewal_closed`
 *   while it takes none, `count_wrong`, `list_changed` when another number is asked than the page has shown
 */
export const openRenewal = verb(
  "renewal_opened",
  "run_round",
  z.object({
    year: z.number().int(),
    answerBy: z.iso.date("invalid"),
    shown: z.object({ count: z.number(), typed: z.string() }),
  }),
  async ({ tx, audit, now }, { year: id, answerBy, shown: { count, typed } }) => {
    if (count > TYPED_OVER && typed.trim() !== String(count))
      throw new Refused({ field: "typed", code: "count_wrong", values: { count: String(count) } });
    await refuseDay(id, answerBy);
    const found = (await renewers(id, tx)).length;
    if (found !== count) throw new Refused({ code: "list_changed", values: { found } });
    const before = await tx.renewal.findUnique({
      where: { schoolYearId: id },
      select: { answerBy: true },
    });
    const day = { answerBy: dateOf(answerBy) };
    await tx.renewal.upsert({
      where: { schoolYearId: id },
      create: { schoolYearId: id, ...day, createdAt: now },
      update: day,
      select: { schoolYearId: true },
    });
    await audit(
      { kind: "school_year", id },
      { answer_by: [before && dayOf(before.answerBy), answerBy], asked: [null, count] },
    );
  },
);

/** A renewal is asked with the forms of the year: it is over when these are. */
async function refuseDay(id: number, answerBy: Day): Promise<void> {
  const [{ schoolYears }, day] = await Promise.all([catalogueSnapshot(), today()]);
  const year = schoolYears.find((one) => one.id === id);
  const { start_enrollment: from, end_enrollment: until } = year ?? {
    start_enrollment: null,
    end_enrollment: null,
  };
  if (!from || from > day || (until && until < day)) throw new Refused({ code: "renewal_closed" });
  if (answerBy < day || (until && answerBy > until))
    throw new Refused({ field: "answerBy", code: "invalid" });
}
