import { isSamePlace, type Place } from "@/lib/decisions/places/limits";
import { stateRow } from "@/lib/enrollment/states";
import type { Exception } from "./judge";
import type { Standing } from "./standing";
import { isBefore, type Turn } from "./turns";

export type Limit = Place & {
  free: number;
  /** A round that is open gives its places (admission 10). */
  inRound?: boolean;
};

/** Those who are on the same list and wished the same, in the order of their turns. */
export type Line = {
  list: Place;
  /** What they are called for: their list and all that they wished (admission 11). */
  wants: Place[];
  /** In their order. */
  waiting: Turn[];
};

/** The limits of a school year with how many are free, and who waits for what; with what was found out, by place. */
export type YearPlaces = {
  limits: Limit[];
  lines: Line[];
  known: {
    /** The line in which somebody stands, by their id. */
    lineOf: Map<string, Line>;
    /** How they stand for whoever waits for none. */
    newcomers: Map<string, FreePlace>;
    reaches: Map<string, Reach>;
    /** The limits that cover a place. */
    covering: Map<string, Limit[]>;
  };
};

export const yearOf = (limits: Limit[], lines: Line[]): YearPlaces => ({
  limits,
  lines,
  known: {
    lineOf: new Map(lines.flatMap((line) => line.waiting.map(({ id }) => [id, line]))),
    newcomers: new Map(),
    reaches: new Map(),
    covering: new Map(),
  },
});

/**
 * How many are free, null without a limit; how many others wait for it or for a part of it; whether they come first;
 * whether an open round gives it.
 */
export type FreePlace = { free: number | null; waiting: number; outOfTurn: boolean; inRound: boolean };

/** What stands in the way of a place that stands so. */
export const obstaclesOf = (place: FreePlace): Exception[] => [
  ...(place.inRound ? (["round_open"] as const) : []),
  ...(isFull(place) ? (["no_place"] as const) : []),
  ...(place.outOfTurn ? (["not_the_turn"] as const) : []),
];

export const isFull = ({ free }: FreePlace): boolean => free !== null && free <= 0;

/** Whether what one names is what the other names too: a limit covers it, a list waits for it whatever the rest. */
export const isPart = (part: Place, whole: Place): boolean =>
  (part.specialityId === null || part.specialityId === whole.specialityId) &&
  (part.syllabusId === null || part.syllabusId === whole.syllabusId);

type Who = Turn & Pick<Standing, "decidedState">;

/**
 * How places stand for somebody (admission 10): a place with people waiting is not free. Out of turn is whoever
 * would take one while as many wait for it, for what its limit covers, or for a part of it, as are free; of whoever
 * waits for it themselves only those before them count, and on their own list without a limit too. Those who wait for
 * what has no place for them stand in nobody's way.
 */
export function freePlacesFor(year: YearPlaces, who: Who): (place: Place) => FreePlace {
  const isOnList = stateRow(who.decidedState).holds === "list";
  const own = isOnList && year.known.lineOf.get(who.id);
  if (!own) return (place) => asNewcomer(year, place);
  return (place) => {
    const comesBefore = ({ waiting }: Line) => countBefore(waiting, who);
    const others = (line: Line) => line.waiting.length - (line === own ? 1 : 0);
    const isCalled = own.wants.some((want) => isPart(want, place));
    const free = freePlace(year, place, others, isCalled ? comesBefore : others);
    if (free.outOfTurn || !isPart(own.list, place)) return free;
    const isPassedOver = year.lines.some((line) => isPart(line.list, place) && comesBefore(line) > 0);
    return { ...free, outOfTurn: isPassedOver };
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

function asNewcomer(year: YearPlaces, place: Place): FreePlace {
  const all = ({ waiting }: Line) => waiting.length;
  return once(year.known.newcomers, place, () => freePlace(year, place, all, all));
}

function once<Found>(known: Map<string, Found>, place: Place, find: () => Found): Found {
  const key = `${place.specialityId}/${place.syllabusId}`;
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}

type Count = (line: Line) => number;

function freePlace(year: YearPlaces, place: Place, others: Count, ahead: Count): FreePlace {
  const { limits, wanting } = once(year.known.reaches, place, () => reachOf(year, place));
  return {
    free: limits.length > 0 ? Math.min(...limits.map(({ limit }) => limit.free)) : null,
    waiting: sum(wanting.map(others)),
    outOfTurn: limits.some((limit) => isTaken(limit, ahead)),
    inRound: limits.some(({ limit }) => limit.inRound),
  };
}

/** Whom a place concerns: its limits, each with those who want what it covers or a part of the place, and who waits. */
type Reach = { limits: LimitReach[]; wanting: Line[] };
/** For each of the places that a line wants, the other limits that cover it. */
type LimitReach = { limit: Limit; lines: { line: Line; besides: Limit[][] }[] };

function reachOf(year: YearPlaces, place: Place): Reach {
  const { lines } = year;
  return {
    limits: covering(year, place).map((limit) => ({
      limit,
      lines: lines.flatMap((line) => {
        const reached = line.wants.filter((want) => isPart(limit, want) || isPart(want, place));
        const besides = distinct(reached).map((want) => covering(year, want).filter((one) => one !== limit));
        return besides.length > 0 ? [{ line, besides }] : [];
      }),
    })),
    wanting: lines.filter(({ wants }) => wants.some((want) => isPart(want, place) || isPart(place, want))),
  };
}

const covering = (year: YearPlaces, place: Place): Limit[] =>
  once(year.known.covering, place, () => year.limits.filter((limit) => isPart(limit, place)));

const distinct = (places: Place[]) =>
  places.filter((one, at) => places.findIndex((other) => isSamePlace(one, other)) === at);

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
export function givePlace(year: YearPlaces, who: Turn, place: Place): void {
  const taken = covering(year, place);
  for (const limit of taken) limit.free -= 1;
  const own = year.known.lineOf.get(who.id);
  if (own) own.waiting = own.waiting.filter(({ id }) => id !== who.id);
  year.known.lineOf.delete(who.id);
  if (own || taken.length > 0) year.known.newcomers.clear();
}

/** Puts somebody on a list, in memory, behind those who are there. */
export function putOnList(year: YearPlaces, who: Turn, list: Place): void {
  const line = { list, wants: [list], waiting: [who] };
  year.lines.push(line);
  year.known.lineOf.set(who.id, line);
  year.known.newcomers.clear();
  year.known.reaches.clear();
}

export const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);
