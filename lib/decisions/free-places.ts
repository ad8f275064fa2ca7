import { isCoveredBy, type Place } from "@/lib/decisions/places/limits";
import type { Blocker } from "./judge";
import { isCalledBefore, type WaitingPosition } from "./turns";
import {
  addWaitingGroup,
  getForNewApplicant,
  listCoveringLimits,
  type FreePlace,
  invalidateByGroup,
  invalidateByLimits,
  type Limit,
  type LimitReach,
  type WaitingGroup,
  getReach,
  type YearPlaces,
} from "./year-places";

/** What stands in the way of a place that stands so. */
export const listBlockers = (place: FreePlace): Blocker[] => [
  ...(place.inRound ? (["round_open"] as const) : []),
  ...(isFull(place) ? (["no_place"] as const) : []),
  ...(place.outOfTurn ? (["not_the_turn"] as const) : []),
];

export const isFull = ({ free }: Pick<FreePlace, "free">): boolean => free !== null && free <= 0;

type Who = Pick<WaitingPosition, "id">;

/**
 * How places stand for somebody (admission 10): a place with people waiting is not free. Out of turn is whoever
 * would take one while as many wait for it, for what its limit covers, or for a part of it, as are free; of whoever
 * waits for it themselves only those before them count, and on their own list without a limit too. Those who wait for
 * what has no place for them stand in nobody's way.
 */
export function createFreePlaceLookup(year: YearPlaces, who: Who): (place: Place) => FreePlace {
  const own = year.known.groupById.get(who.id);
  const turn = own?.waiting.find(({ id }) => id === who.id);
  const all = ({ waiting }: WaitingGroup) => waiting.length;
  if (!own || !turn) return (place) => getForNewApplicant(year, place, () => freePlace(year, place, all, all));
  return (place) => {
    const comesBefore = ({ waiting }: WaitingGroup) => countBefore(waiting, turn);
    const others = (line: WaitingGroup) => line.waiting.length - (line === own ? 1 : 0);
    const isCalled = own.wants.some((want) => isCoveredBy(want, place));
    const free = freePlace(year, place, others, isCalled ? comesBefore : others);
    if (free.outOfTurn || !own.list || !isCoveredBy(own.list, place)) return free;
    const isFirst = ({ waiting: [first] }: WaitingGroup) => first !== undefined && isCalledBefore(first, turn);
    return { ...free, outOfTurn: getReach(year, place).lists.some(isFirst) };
  };
}

/** How many of those who stand in their order come before somebody. */
function countBefore(waiting: WaitingPosition[], who: WaitingPosition): number {
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isCalledBefore(waiting[middle] as WaitingPosition, who)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many are free of a place, null without a limit. */
export function getFreeCount(year: YearPlaces, place: Place): number | null {
  const limits = listCoveringLimits(year, place);
  return limits.length > 0 ? Math.min(...limits.map(({ free }) => free)) : null;
}

type Count = (line: WaitingGroup) => number;

function freePlace(year: YearPlaces, place: Place, others: Count, ahead: Count): FreePlace {
  const { limits, wanting } = getReach(year, place);
  return {
    free: getFreeCount(year, place),
    waiting: sumCounts(wanting.map(others)),
    outOfTurn: limits.some((limit) => isTakenByEarlier(limit, ahead)),
    inRound: limits.some(({ limit }) => limit.inRound),
  };
}

/** Whether as many come first as are free: of each line as many as the other limits let have it. */
function isTakenByEarlier({ limit, lines }: LimitReach, ahead: Count): boolean {
  let first = 0;
  return lines.some(({ line, besides }) => {
    first += Math.min(ahead(line), sumCounts(besides.map(leastFree)));
    return first >= Math.max(limit.free, 1);
  });
}

const leastFree = (limits: Limit[]) => Math.min(...limits.map(({ free }) => Math.max(free, 0)));

/** Gives somebody a place, in memory: whoever comes later finds it taken, and nobody there in line. */
export function takePlace(year: YearPlaces, who: Who, place: Place): void {
  const taken = listCoveringLimits(year, place);
  for (const limit of taken) limit.free -= 1;
  const own = year.known.groupById.get(who.id);
  if (own) own.waiting = own.waiting.filter(({ id }) => id !== who.id);
  year.known.groupById.delete(who.id);
  if (own) invalidateByGroup(year, own);
  invalidateByLimits(year, taken);
}

/** Puts somebody on a list, in memory, behind those who are there. */
export function addToWaitingList(year: YearPlaces, who: WaitingPosition, list: Place): void {
  addWaitingGroup(year, { list, wants: [list], waiting: [who] });
}

export const sumCounts = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);
