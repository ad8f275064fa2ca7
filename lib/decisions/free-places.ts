import { isPart, type Place } from "@/lib/decisions/places/limits";
import type { Exception } from "./judge";
import { isBefore, type Turn } from "./turns";
import {
  addLine,
  asNewcomer,
  covering,
  type FreePlace,
  forgetBeside,
  forgetNewcomers,
  type Limit,
  type LimitReach,
  type Line,
  reachOf,
  type YearPlaces,
} from "./year-places";

/** What stands in the way of a place that stands so. */
export const obstaclesOf = (place: FreePlace): Exception[] => [
  ...(place.inRound ? (["round_open"] as const) : []),
  ...(isFull(place) ? (["no_place"] as const) : []),
  ...(place.outOfTurn ? (["not_the_turn"] as const) : []),
];

export const isFull = ({ free }: Pick<FreePlace, "free">): boolean => free !== null && free <= 0;

type Who = Pick<Turn, "id">;

/**
 * How places stand for somebody (admission 10): a place with people waiting is not free. Out of turn is whoever
 * would take one while as many wait for it, for what its limit covers, or for a part of it, as are free; of whoever
 * waits for it themselves only those before them count, and on their own list without a limit too. Those who wait for
 * what has no place for them stand in nobody's way.
 */
export function freePlacesFor(year: YearPlaces, who: Who): (place: Place) => FreePlace {
  const own = year.known.lineOf.get(who.id);
  const turn = own?.waiting.find(({ id }) => id === who.id);
  const all = ({ waiting }: Line) => waiting.length;
  if (!own || !turn) return (place) => asNewcomer(year, place, () => freePlace(year, place, all, all));
  return (place) => {
    const comesBefore = ({ waiting }: Line) => countBefore(waiting, turn);
    const others = (line: Line) => line.waiting.length - (line === own ? 1 : 0);
    const isCalled = own.wants.some((want) => isPart(want, place));
    const free = freePlace(year, place, others, isCalled ? comesBefore : others);
    if (free.outOfTurn || !own.list || !isPart(own.list, place)) return free;
    const isFirst = ({ waiting: [first] }: Line) => first !== undefined && isBefore(first, turn);
    return { ...free, outOfTurn: reachOf(year, place).lists.some(isFirst) };
  };
}

/** How many of those who stand in their order come before somebody. */
function countBefore(waiting: Turn[], who: Turn): number {
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(waiting[middle] as Turn, who)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many are free of a place, null without a limit. */
export function freeOf(year: YearPlaces, place: Place): number | null {
  const limits = covering(year, place);
  return limits.length > 0 ? Math.min(...limits.map(({ free }) => free)) : null;
}

type Count = (line: Line) => number;

function freePlace(year: YearPlaces, place: Place, others: Count, ahead: Count): FreePlace {
  const { limits, wanting } = reachOf(year, place);
  return {
    free: freeOf(year, place),
    waiting: sum(wanting.map(others)),
    outOfTurn: limits.some((limit) => isTaken(limit, ahead)),
    inRound: limits.some(({ limit }) => limit.inRound),
  };
}

/** Whether as many come first as are free: of each line as many as the other limits let have it. */
function isTaken({ limit, lines }: LimitReach, ahead: Count): boolean {
  let first = 0;
  return lines.some(({ line, besides }) => {
    first += Math.min(ahead(line), sum(besides.map(leastFree)));
    return first >= Math.max(limit.free, 1);
  });
}

const leastFree = (limits: Limit[]) => Math.min(...limits.map(({ free }) => Math.max(free, 0)));

/** Gives somebody a place, in memory: whoever comes later finds it taken, and nobody there in line. */
export function givePlace(year: YearPlaces, who: Who, place: Place): void {
  const taken = covering(year, place);
  for (const limit of taken) limit.free -= 1;
  const own = year.known.lineOf.get(who.id);
  if (own) own.waiting = own.waiting.filter(({ id }) => id !== who.id);
  year.known.lineOf.delete(who.id);
  if (own) forgetBeside(year, own);
  forgetNewcomers(year, taken);
}

/** Puts somebody on a list, in memory, behind those who are there. */
export function putOnList(year: YearPlaces, who: Turn, list: Place): void {
  addLine(year, { list, wants: [list], waiting: [who] });
}

export const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);
