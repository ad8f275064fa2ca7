import type { Prisma } from "@/generated/prisma/client";
import type { Place } from "@/lib/decisions/places/limits";
import { ON_LIST, WITH_PLACE } from "@/lib/enrollment/state-sql";
import { stateRow } from "@/lib/enrollment/states";
import { inWorld, worldOf } from "@/lib/platform/worlds";
import type { Exception } from "./judge";
import type { Standing } from "./standing";

type Turn = Pick<Standing, "id" | "priority" | "createdAt">;
type Who = Turn & Pick<Standing, "decidedState" | "assignedSpecialityId" | "assignedSyllabusId">;

type Limit = Place & { free: number };
type List = Place & { waiting: Turn[] };

/** The limits of a school year with how many are free, and who waits for what, each list in its order. */
export type YearPlaces = { limits: Limit[]; lists: List[] };

/** How many are free, null without a limit; how many others wait for it or for a part of it; whether they come first. */
export type FreePlace = { free: number | null; waiting: number; outOfTurn: boolean };

/** What is free and waited for in the year of an enrollment, among those of its world. */
export async function readYear(
  tx: Prisma.TransactionClient,
  of: Pick<Standing, "schoolYearId" | "test" | "apiKeyId">,
): Promise<YearPlaces> {
  const among = inWorld(worldOf(of));
  const limits = await tx.$queryRaw<Limit[]>`
    select p.speciality_id as "specialityId", p.syllabus_id as "syllabusId", p.places - (
      select count(*) from enrollments e
      where e.school_year_id = p.school_year_id and e.decided_state in ${WITH_PLACE} and ${among}
        and (p.speciality_id is null or e.assigned_speciality_id = p.speciality_id)
        and (p.syllabus_id is null or e.assigned_syllabus_id = p.syllabus_id)
    )::int as free
    from places p where p.school_year_id = ${of.schoolYearId}`;
  const waiting = await tx.$queryRaw<(Place & Turn)[]>`
    select e.assigned_speciality_id as "specialityId", e.assigned_syllabus_id as "syllabusId",
      e.id, e.priority, e.created_at as "createdAt"
    from enrollments e
    where e.school_year_id = ${of.schoolYearId} and e.decided_state in ${ON_LIST} and ${among}
    order by e.priority desc, e.created_at, e.id`;
  const lists = new Map<string, List>();
  for (const { specialityId, syllabusId, ...turn } of waiting) {
    const key = `${specialityId}/${syllabusId}`;
    const list = lists.get(key) ?? { specialityId, syllabusId, waiting: [] };
    list.waiting.push(turn);
    lists.set(key, list);
  }
  return { limits, lists: [...lists.values()] };
}

/**
 * How a place stands for somebody (admission 10): a place with people waiting is not free. Out of turn is whoever
 * would take one while as many wait for it, for what its limit covers, or for a part of it, as are free; of whoever
 * waits for it themselves only those before them count, and without a limit too. Those who wait for what has no
 * place for them stand in nobody's way.
 */
export function freePlace({ limits, lists }: YearPlaces, who: Who, place: Place): FreePlace {
  const listed = waitsFor(who, place);
  const isOnList = stateRow(who.decidedState).holds === "list"; // nobody else is among those who wait
  const others = ({ waiting }: List) => (isOnList ? waiting.filter(({ id }) => id !== who.id) : waiting);
  const counted = new Map<List, number>(); // asked once a limit
  const ahead = (list: List) => {
    const count =
      counted.get(list) ??
      (listed ? others(list).filter((one) => isBefore(one, who)).length : others(list).length);
    counted.set(list, count);
    return count;
  };
  const room = (list: List, beside: Limit) =>
    Math.min(
      ...limits.flatMap((limit) => (limit !== beside && isPart(limit, list) ? Math.max(limit.free, 0) : [])),
    );
  const isTaken = (limit: Limit) =>
    sum(
      lists.map((list) =>
        isPart(limit, list) || isPart(list, place) ? Math.min(ahead(list), room(list, limit)) : 0,
      ),
    ) >= Math.max(limit.free, 1);

  const own = limits.filter((limit) => isPart(limit, place));
  return {
    free: own.length > 0 ? Math.min(...own.map(({ free }) => free)) : null,
    waiting: sum(lists.map((list) => (isPart(list, place) || isPart(place, list) ? others(list).length : 0))),
    outOfTurn: own.some(isTaken) || (listed && lists.some((list) => isPart(list, place) && ahead(list) > 0)),
  };
}

/** Gives somebody a place, in memory: whoever comes later finds it taken, and nobody there in line. */
export function givePlace({ limits, lists }: YearPlaces, who: Turn, place: Place): void {
  for (const limit of limits) if (isPart(limit, place)) limit.free -= 1;
  for (const list of lists) list.waiting = list.waiting.filter(({ id }) => id !== who.id);
}

/** What stands in the way of a place that stands so. */
export const obstaclesOf = (place: FreePlace): Exception[] => [
  ...(isFull(place) ? (["no_place"] as const) : []),
  ...(place.outOfTurn ? (["not_the_turn"] as const) : []),
];

export const isFull = ({ free }: FreePlace): boolean => free !== null && free <= 0;

/** Whether what one names is what the other names too: a limit covers it, a list waits for it whatever the rest. */
const isPart = (part: Place, whole: Place): boolean =>
  (part.specialityId === null || part.specialityId === whole.specialityId) &&
  (part.syllabusId === null || part.syllabusId === whole.syllabusId);

/** Whether somebody is on the list for a place or for a part of it. */
const waitsFor = ({ decidedState, assignedSpecialityId, assignedSyllabusId }: Who, place: Place): boolean =>
  decidedState === "waiting" &&
  isPart({ specialityId: assignedSpecialityId, syllabusId: assignedSyllabusId }, place);

/** By priority, then by the time of sending. */
const isBefore = (one: Turn, other: Turn): boolean =>
  one.priority !== other.priority
    ? one.priority > other.priority
    : one.createdAt.getTime() !== other.createdAt.getTime()
      ? one.createdAt < other.createdAt
      : one.id < other.id;

const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);
