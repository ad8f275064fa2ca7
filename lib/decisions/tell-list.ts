import type { EnrollmentState } from "@/generated/prisma/enums";
import { recorded, writeEntry } from "@/lib/audit/write-entry";
import { prisma } from "@/lib/prisma";
import { type Actor, demand } from "@/lib/staff/rights";
import { ofLive } from "@/lib/worlds";

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

/** Takes the time back from what has not been told of a year's list; it waits again. Returns how many. */
export function holdList(schoolYearId: number, actor: Actor): Promise<number> {
  return setTime(schoolYearId, { from: { not: null }, to: null, action: "list_held" }, actor);
}

type Time = null | { not: null };

const onList = (schoolYearId: number, tellAt: Time) =>
  ({ schoolYearId, status: "untold", withList: true, tellAt, enrollment: ofLive }) as const;

async function setTime(
  schoolYearId: number,
  { from, to, action }: { from: Time; to: Date | null; action: string },
  actor: Actor,
): Promise<number> {
  demand(actor, "tell_list");
  return prisma().$transaction(async (tx) => {
    const { count } = await tx.decision.updateMany({
      where: onList(schoolYearId, from),
      data: { tellAt: to },
    });
    await writeEntry(tx, {
      actor: recorded(actor),
      action,
      object: { kind: "school_year", id: schoolYearId },
      values: { decisions: [null, count], at: [null, to?.toISOString()] },
    });
    return count;
  });
}
