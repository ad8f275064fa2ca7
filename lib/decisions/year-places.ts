import { isCoveredBy, isSamePlace, type Place } from "@/lib/decisions/place";
import type { Blocker } from "./validate-decision";
import { isCalledBefore, type WaitingPosition } from "./waiting-order";

/** Those who are on the same list and wished the same, in the order of their turns. */
export type WaitingGroup = {
  /** Null of those who renew and are pending: whatever they wished is kept for them, and nobody calls them. */
  list: Place | null;
  /** What they are called for: their list and all that they wished (admission 11). */
  wants: Place[];
  /** In their order. */
  waiting: WaitingPosition[];
};

type Limit = Place & {
  free: number;
  /** A round that is open gives its places (admission 10). */
  inRound?: boolean;
};

/** The limits of a school year with how many are free, and who waits for what; with what was found out, by place. */
export type YearPlaces = {
  limits: Limit[];
  lines: WaitingGroup[];
  known: {
    /** The line in which somebody stands, by their id. */
    groupById: Map<string, WaitingGroup>;
    /** The lines that want something of a speciality, or of a syllabus. */
    ofSpeciality: Map<number | null, Set<WaitingGroup>>;
    ofSyllabus: Map<number | null, Set<WaitingGroup>>;
    /** How they stand for whoever waits for none. */
    newcomers: ByPlace<FreePlace>;
    /** The places that stand otherwise for them once a limit has less. */
    dependents: Map<Limit, Set<Place>>;
    reaches: ByPlace<PlaceReach>;
    /** The limits that cover a place. */
    covering: ByPlace<Limit[]>;
  };
};

/**
 * How many are free, null without a limit; how many others wait for it or for a part of it; whether they come first;
 * whether an open round gives it.
 */
export type FreePlace = { free: number | null; waiting: number; outOfTurn: boolean; inRound: boolean };

export function createYearPlaces(limits: Limit[], lines: WaitingGroup[]): YearPlaces {
  const known: YearPlaces["known"] = {
    groupById: new Map(),
    ofSpeciality: new Map(),
    ofSyllabus: new Map(),
    newcomers: new Map(),
    dependents: new Map(),
    reaches: new Map(),
    covering: new Map(),
  };
  const year = { limits, lines: [], known };
  for (const line of lines) append(year, line);
  return year;
}

/** What stands in the way of a place that stands so. */
export const listBlockers = (place: FreePlace): Blocker[] => [
  ...(place.inRound ? (["round_open"] as const) : []),
  ...(isFull(place) ? (["no_place"] as const) : []),
  ...(place.outOfTurn ? (["not_the_turn"] as const) : []),
];

export const isFull = ({ free }: Pick<FreePlace, "free">): boolean => free !== null && free <= 0;

/** By speciality, then by syllabus. */
type ByPlace<Found> = Map<number | null, Map<number | null, Found>>;

/**
 * Whom a place concerns: its limits, each with those who want what it covers or a part of the place; who waits for it;
 * and who is on its own list.
 */
type PlaceReach = { limits: LimitReach[]; wanting: WaitingGroup[]; lists: WaitingGroup[] };
/** For each of the places that a line wants, the other limits that cover it. */
type LimitReach = { limit: Limit; lines: { line: WaitingGroup; besides: Limit[][] }[] };

/** How a place stands for newcomers, until what it depends on changes. */
const getForNewApplicant = (year: YearPlaces, place: Place, find: () => FreePlace): FreePlace =>
  memoizeByPlace(year.known.newcomers, place, find);

const getReach = (year: YearPlaces, place: Place): PlaceReach =>
  memoizeByPlace(year.known.reaches, place, () => {
    const reach = findReach(year, place);
    for (const { limit, lines } of reach.limits) {
      getOrCreateSet(year.known.dependents, limit).add(place);
      for (const { besides } of lines)
        for (const other of besides.flat()) getOrCreateSet(year.known.dependents, other).add(place);
    }
    return reach;
  });

type Who = Pick<WaitingPosition, "id">;

/**
 * How places stand for somebody (admission 10): a place with people waiting is not free. Out of turn is whoever
 * would take one while as many wait for it, for what its limit covers, or for a part of it, as are free; of whoever
 * waits for it themselves only those before them count. Without a limit nobody is out of turn. Those who wait for
 * what has no place for them stand in nobody's way.
 */
export function createFreePlaceLookup(year: YearPlaces, who: Who): (place: Place) => FreePlace {
  const own = year.known.groupById.get(who.id);
  const turn = own?.waiting.find(({ id }) => id === who.id);
  const all = ({ waiting }: WaitingGroup) => waiting.length;
  if (!own || !turn)
    return (place) => getForNewApplicant(year, place, () => freePlace(year, place, all, all));
  return (place) => {
    const comesBefore = ({ waiting }: WaitingGroup) => countBefore(waiting, turn);
    const others = (line: WaitingGroup) => line.waiting.length - (line === own ? 1 : 0);
    const isCalled = own.wants.some((want) => isCoveredBy(want, place));
    const free = freePlace(year, place, others, isCalled ? comesBefore : others);
    if (free.free === null || free.outOfTurn || !own.list || !isCoveredBy(own.list, place)) return free;
    const isFirst = ({ waiting: [first] }: WaitingGroup) =>
      first !== undefined && isCalledBefore(first, turn);
    return { ...free, outOfTurn: getReach(year, place).lists.some(isFirst) };
  };
}

/** The limits that cover a place. */
const listCoveringLimits = (year: YearPlaces, place: Place): Limit[] =>
  memoizeByPlace(year.known.covering, place, () => year.limits.filter((limit) => isCoveredBy(limit, place)));

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

type Count = (line: WaitingGroup) => number;

/** Somebody who waits and can be called for a place. */
type NextCall = { id: string; place: Place };

/**
 * Who is called for what is free (admission 13), in the order of turns: each for the first of their wishes whose
 * limits have room, as many as are free. Whoever cannot be accepted keeps their turn, and is not passed over. What
 * has no limit is nobody's to call for. The places that are given stand given in `year` afterwards.
 *
 * @param isBlocked whether somebody cannot be accepted now, for what a guardian has said or has still to say
 */
export function findNextCalls(year: YearPlaces, isBlocked: (id: string) => boolean): NextCall[] {
  const waiting = year.lines
    .flatMap(({ list, wants, waiting }) =>
      list ? waiting.map((turn) => ({ turn, wants: listRequestedPlaces(list, wants) })) : [],
    )
    .sort((one, other) => (isCalledBefore(one.turn, other.turn) ? -1 : 1));
  return waiting.flatMap(({ turn, wants }) => {
    if (isBlocked(turn.id)) return [];
    const place = wants.find(openTo(year, turn));
    if (!place) return [];
    takePlace(year, turn, place);
    return [{ id: turn.id, place }];
  });
}

/** Puts a line behind the others: what was found out without it is forgotten. */
function addWaitingGroup(year: YearPlaces, line: WaitingGroup): void {
  append(year, line);
  const { newcomers, dependents, reaches } = year.known;
  for (const found of [newcomers, dependents, reaches]) found.clear();
}

function append({ lines, known }: YearPlaces, line: WaitingGroup): void {
  lines.push(line);
  for (const { id } of line.waiting) known.groupById.set(id, line);
  for (const { specialityId, syllabusId } of line.wants) {
    getOrCreateSet(known.ofSpeciality, specialityId).add(line);
    getOrCreateSet(known.ofSyllabus, syllabusId).add(line);
  }
}

function getOrCreateSet<Key, Member>(sets: Map<Key, Set<Member>>, key: Key): Set<Member> {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  return set;
}

/** Forgets how those places stand for newcomers that some limits concern. */
function invalidateByLimits({ known }: YearPlaces, limits: Limit[]): void {
  for (const limit of limits)
    for (const { specialityId, syllabusId } of known.dependents.get(limit) ?? [])
      known.newcomers.get(specialityId)?.delete(syllabusId);
}

/** Forgets how those places stand for newcomers that a line concerns (`linesBeside`). */
function invalidateByGroup({ known: { newcomers } }: YearPlaces, { wants }: WaitingGroup): void {
  for (const { specialityId, syllabusId } of wants) {
    if (specialityId !== null) newcomers.delete(specialityId);
    if (syllabusId !== null) for (const places of newcomers.values()) places.delete(syllabusId);
  }
}

function findReach(year: YearPlaces, place: Place): PlaceReach {
  const lines = linesBeside(year, place);
  return {
    limits: listCoveringLimits(year, place).map((limit) => ({
      limit,
      lines: lines.flatMap((line) => {
        const reached = line.wants.filter((want) => isCoveredBy(limit, want) || isCoveredBy(want, place));
        const besides = distinct(reached).map((want) =>
          listCoveringLimits(year, want).filter((one) => one !== limit),
        );
        return besides.length > 0 ? [{ line, besides }] : [];
      }),
    })),
    wanting: lines.filter(({ wants }) =>
      wants.some((want) => isCoveredBy(want, place) || isCoveredBy(place, want)),
    ),
    lists: lines.filter(({ list }) => list !== null && isCoveredBy(list, place)),
  };
}

/** Those whose wishes have the place's speciality or its syllabus in them: it concerns nobody else. */
function linesBeside({ known }: YearPlaces, { specialityId, syllabusId }: Place): WaitingGroup[] {
  const ofSpeciality = specialityId === null ? [] : (known.ofSpeciality.get(specialityId) ?? []);
  const ofSyllabus = syllabusId === null ? [] : (known.ofSyllabus.get(syllabusId) ?? []);
  return [...new Set([...ofSpeciality, ...ofSyllabus])];
}

const distinct = (places: Place[]) =>
  places.filter((one, at) => places.findIndex((other) => isSamePlace(one, other)) === at);

function memoizeByPlace<Found>(
  known: ByPlace<Found>,
  { specialityId, syllabusId }: Place,
  find: () => Found,
): Found {
  const before = known.get(specialityId)?.get(syllabusId);
  if (before !== undefined) return before;
  const found = find();
  const ofSpeciality = known.get(specialityId) ?? new Map<number | null, Found>();
  known.set(specialityId, ofSpeciality.set(syllabusId, found));
  return found;
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
function getFreeCount(year: YearPlaces, place: Place): number | null {
  const limits = listCoveringLimits(year, place);
  return limits.length > 0 ? Math.min(...limits.map(({ free }) => free)) : null;
}

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

/** Their wishes in their order; a list that is none of them is what they wait for in the first place. */
function listRequestedPlaces(list: Place, [, ...wishes]: Place[]): Place[] {
  return wishes.some((wish) => isSamePlace(wish, list)) ? wishes : [list, ...wishes];
}

function openTo(year: YearPlaces, turn: WaitingPosition): (place: Place) => boolean {
  const left = createFreePlaceLookup(year, turn);
  return (place) => {
    const free = getFreeCount(year, place);
    return free !== null && !isFull({ free }) && listBlockers(left(place)).length === 0;
  };
}
