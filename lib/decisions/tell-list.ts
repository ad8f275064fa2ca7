import type { EnrollmentState } from "@/generated/prisma/enums";
import { recorded, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";

export type ListToTell = {
  /** Decisions that wait for the list, by what they tell. */
  waiting: { state: EnrollmentState; count: number }[];
  /** Decisions whose day and hour have been set, and the soonest of these. */
  scheduled: number;
  at: Date | undefined;
};

/** What a year's list would tell, and what is about to be told of it. */
export async function listToTell(schoolYearId: number, actor: Actor): Promise<ListToTell> {
  demand(actor, "tell_list");
  const [waiting, scheduled] = await Promise.all([
    prisma().decision.groupBy({
      by: ["toState"],
      orderBy: { toState: "asc" },
      where: onList(schoolYearId, null),
      _count: { _all: true },
    }),
    prisma().decision.aggregate({
      where: onList(schoolYearId, { not: null }),
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

/**
 * Lets the list of a year be told at a time: all that wait for it now; what is decided later waits for
 * the next one. The worker tells them. Returns how many they are.
 */
export function tellList(schoolYearId: number, at: Date, actor: Actor): Promise<number> {
  return setTime(schoolYearId, { from: null, to: at, action: "list_to_be_told" }, actor);
}

/** Above this many the number is typed (desk 24). */
export const TYPED_OVER = 50;

/** A list that is another one than was shown. */
class OtherList extends Error {
  constructor(readonly found: number) {
    super("list_changed");
  }
}

/**
 * Lets the list be told that somebody was shown.
 * @param shown how many decisions it had, and the number that was typed, over fifty
 * @returns how many it has, where that is another number; nothing is told then
 */
export async function tellShownList(
  schoolYearId: number,
  at: Date,
  { count, typed }: { count: number; typed: string },
  actor: Actor,
): Promise<"told" | "count_wrong" | { found: number }> {
  demand(actor, "tell_list");
  if (count > TYPED_OVER && typed.trim() !== String(count)) return "count_wrong";
  const change = { from: null, to: at, action: "list_to_be_told", count };
  return setTime(schoolYearId, change, actor).then(
    () => "told" as const,
    (error) => {
      if (error instanceof OtherList) return { found: error.found };
      throw error;
    },
  );
}

/** Takes the time back from what has not been told of a year's list; it waits again. Returns how many. */
export function holdList(schoolYearId: number, actor: Actor): Promise<number> {
  return setTime(schoolYearId, { from: { not: null }, to: null, action: "list_held" }, actor);
}

type Time = null | { not: null };

/** The decisions that wait for a year's list, with a time or without. */
export const onList = (schoolYearId: number, tellAt: Time) =>
  ({ schoolYearId, status: "untold", withList: true, tellAt }) as const;

async function setTime(
  schoolYearId: number,
  { from, to, action, count: shown }: { from: Time; to: Date | null; action: string; count?: number },
  actor: Actor,
): Promise<number> {
  demand(actor, "tell_list");
  return prisma().$transaction(async (tx) => {
    const { count } = await tx.decision.updateMany({
      where: onList(schoolYearId, from),
      data: { tellAt: to },
    });
    if (shown !== undefined && shown !== count) throw new OtherList(count);
    await writeEntry(tx, {
      actor: recorded(actor),
      action,
      object: { kind: "school_year", id: schoolYearId },
      values: { decisions: [null, count], at: [null, to?.toISOString()] },
    });
    return count;
  });
}
