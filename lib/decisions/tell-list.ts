import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { type ActionContext, ActionError, defineAction } from "@/lib/people/verb";
import { columnId } from "@/lib/platform/columns";
import { prisma } from "@/lib/platform/prisma";
import { requireYear } from "./require-year";

export type ListStatus = {
  /** Decisions that wait for the list, by what they tell. */
  waiting: { state: EnrollmentState; count: number }[];
  /** Decisions whose day and hour have been set, and the soonest of these. */
  scheduled: number;
  at: Date | undefined;
};

/** What a year's list would tell, and what is about to be told of it. */
export async function readListStatus(schoolYearId: number, actor: Actor): Promise<ListStatus> {
  requirePermission(actor, "tell_list");
  const [waiting, scheduled] = await Promise.all([
    prisma().decision.groupBy({
      by: ["toState"],
      orderBy: { toState: "asc" },
      where: whereOnList(schoolYearId, null),
      _count: { _all: true },
    }),
    prisma().decision.aggregate({
      where: whereOnList(schoolYearId, { not: null }),
      _count: { _all: true },
      _min: { tellAt: true },
    }),
  ]);
  return {
    waiting: waiting.map(({ toState, _count }) => ({ state: toState, count: _count._all })),
    scheduled: scheduled._count._all,
    at: scheduled._min.tellAt ?? undefined,
  };
}

/** Above this many the number is typed (desk 24). */
export const TYPED_CONFIRMATION_OVER = 50;

const year = columnId;

/**
 * Lets the list of a year be told at a time: all that wait for it now; what is decided later waits for
 * the next one. The worker tells them. Returns how many they are.
 *
 * `shown`: how many decisions there were for whoever has looked, and the number that was typed, over fifty; of a list
 * that is another one nothing is told.
 */
export const scheduleList = defineAction(
  "list_to_be_told",
  "tell_list",
  z.object({
    year,
    at: z.date(),
    shown: z.object({ count: z.number(), typed: z.string() }).optional(),
  }),
  async (doing, { year, at, shown }) => {
    if (shown && shown.count > TYPED_CONFIRMATION_OVER && shown.typed.trim() !== String(shown.count))
      throw new ActionError({ field: "typed", code: "count_wrong", values: { count: String(shown.count) } });
    const found = await setTime(doing, year, null, at);
    if (shown && shown.count !== found) throw new ActionError({ code: "list_changed", values: { found } });
    return found;
  },
);

/** Takes the time back from what has not been told of a year's list; it waits again. Returns how many. */
export const unscheduleList = defineAction("list_held", "tell_list", z.object({ year }), (doing, { year }) =>
  setTime(doing, year, { not: null }, null),
);

type Time = null | { not: null };

/** The decisions that wait for a year's list, with a time or without. */
export const whereOnList = (schoolYearId: number, tellAt: Time) =>
  ({ schoolYearId, status: "untold", withList: true, tellAt }) as const;

/** Those without a time, as SQL of `decisions d`. */
export const isUnscheduled = (schoolYearId: number) => Prisma.sql`(
  d.school_year_id = ${schoolYearId} and d.status = 'untold' and d.with_list and d.tell_at is null)`;

async function setTime({ tx, audit }: ActionContext, year: number, from: Time, to: Date | null): Promise<number> {
  await requireYear(tx, year);
  const where = whereOnList(year, from);
  const before = await tx.decision.aggregate({ where, _min: { tellAt: true } });
  const { count } = await tx.decision.updateMany({ where, data: { tellAt: to } });
  await audit(
    { kind: "school_year", id: year },
    { decisions: [null, count], at: [before._min.tellAt?.toISOString(), to?.toISOString()] },
  );
  return count;
}
