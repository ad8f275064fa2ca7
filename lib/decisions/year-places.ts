import { isCoveredBy, isSamePlace, type Place } from "@/lib/decisions/place";
import type { Blocker } from "./validate-decision";
import { isCalledBefore, type WaitingPosition } from "./waiting-order";

export type WaitingGroup = {
  /** Null for pending renewals: their chosen places are reserved, and nobody calls them. */
  list: Place | null;
  /** The places for which they can be called: their list and all choices (admission 11). */
  wants: Place[];
  waiting: WaitingPosition[];
};

type Limit = Place & {
  free: number;
  /** An open round assigns its places (admission 10). */
  inRound?: boolean;
};

/** The limits of a year with their free places, the waiting groups, and caches by place. */
export type YearPlaces = {
  limits: Limit[];
  lines: WaitingGroup[];
  known: {
    groupById: Map<string, WaitingGroup>;
    ofSpeciality: Map<number | null, Set<WaitingGroup>>;
    ofSyllabus: Map<number | null, Set<WaitingGroup>>;
    /** The availability for enrollments that wait for no place. */
    newcomers: ByPlace<FreePlace>;
    /** The places whose availability depends on a limit. */
    dependents: Map<Limit, Set<Place>>;
    reaches: ByPlace<PlaceReach>;
    covering: ByPlace<Limit[]>;
  };
};

/**
 * Free places (null without a limit), the number of others who wait for it or a part of it, whether they come first,
 * and whether an open round assigns it.
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

export const listBlockers = (place: FreePlace): Blocker[] => [
  ...(place.inRound ? (["round_open"] as const) : []),
  ...(isFull(place) ? (["no_place"] as const) : []),
  ...(place.outOfTurn ? (["not_the_turn"] as const) : []),
];

export const isFull = ({ free }: Pick<FreePlace, "free">): boolean => free !== null && free <= 0;

type ByPlace<Found> = Map<number | null, Map<number | null, Found>>;

/**
 * The dependencies of a place: its limits, each with the groups that want what it covers or a part of the place; the
 * groups that wait for it; and the groups on its own list.
 */
type PlaceReach = { limits: LimitReach[]; wanting: WaitingGroup[]; lists: WaitingGroup[] };
/** For each place that a group wants, the other limits that cover it. */
type LimitReach = { limit: Limit; lines: { line: WaitingGroup; besides: Limit[][] }[] };

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
 * Returns the availability of places for an enrollment (admission 10). A place is out of turn when at least as many
 * wait for it, for what its limit covers or for a part of it, as are free; for a waiting enrollment only those before
 * it count. Places without a limit are never out of turn. Enrollments that wait for a full place block nobody.
 */
export function createFreePlaceLookup(year: YearPlaces, who: Who): (place: Place) => FreePlace {
  const own = year.known.groupById.get(who.id);
  const turn = own?.waiting.find(({ id }) => id === who.id);
  const all = ({ waiting }: WaitingGroup) => waiting.length;
  if (!own || !turn)
    return (place) => getForNewApplicant(year, place, () => calculateFreePlace(year, place, all, all));
  return (place) => {
    const comesBefore = ({ waiting }: WaitingGroup) => countBefore(waiting, turn);
    const others = (line: WaitingGroup) => line.waiting.length - (line === own ? 1 : 0);
    const isCalled = own.wants.some((want) => isCoveredBy(want, place));
    const free = calculateFreePlace(year, place, others, isCalled ? comesBefore : others);
    if (free.free === null || free.outOfTurn || !own.list || !isCoveredBy(own.list, place)) return free;
    const isFirst = ({ waiting: [first] }: WaitingGroup) =>
      first !== undefined && isCalledBefore(first, turn);
    return { ...free, outOfTurn: getReach(year, place).lists.some(isFirst) };
  };
}

const listCoveringLimits = (year: YearPlaces, place: Place): Limit[] =>
  memoizeByPlace(year.known.covering, place, () => year.limits.filter((limit) => isCoveredBy(limit, place)));

/** Takes a place in memory and removes the enrollment from its waiting group. */
export function takePlace(year: YearPlaces, who: Who, place: Place): void {
  const taken = listCoveringLimits(year, place);
  for (const limit of taken) limit.free -= 1;
  const own = year.known.groupById.get(who.id);
  if (own) own.waiting = own.waiting.filter(({ id }) => id !== who.id);
  year.known.groupById.delete(who.id);
  if (own) invalidateByGroup(year, own);
  invalidateByLimits(year, taken);
}

export function addToWaitingList(year: YearPlaces, who: WaitingPosition, list: Place): void {
  addWaitingGroup(year, { list, wants: [list], waiting: [who] });
}

export const sumCounts = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);

type Count = (line: WaitingGroup) => number;

type NextCall = { id: string; place: Place };

/**
 * The next calls for free places (admission 13), in the order of the list: each for the first choice with room. A
 * blocked enrollment keeps its turn and others are still called. Places without a limit need no call. Takes the
 * places in `year`.
 * @param isBlocked whether guardians block an acceptance now
 */
export function findNextCalls(year: YearPlaces, isBlocked: (id: string) => boolean): NextCall[] {
  const waiting = year.lines
    .flatMap(({ list, wants, waiting }) =>
      list ? waiting.map((turn) => ({ turn, wants: listRequestedPlaces(list, wants) })) : [],
    )
    .sort((one, other) => (isCalledBefore(one.turn, other.turn) ? -1 : 1));
  return waiting.flatMap(({ turn, wants }) => {
    if (isBlocked(turn.id)) return [];
    const place = wants.find(createOpenCheck(year, turn));
    if (!place) return [];
    takePlace(year, turn, place);
    return [{ id: turn.id, place }];
  });
}

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

function invalidateByLimits({ known }: YearPlaces, limits: Limit[]): void {
  for (const limit of limits)
    for (const { specialityId, syllabusId } of known.dependents.get(limit) ?? [])
      known.newcomers.get(specialityId)?.delete(syllabusId);
}

function invalidateByGroup({ known: { newcomers } }: YearPlaces, { wants }: WaitingGroup): void {
  for (const { specialityId, syllabusId } of wants) {
    if (specialityId !== null) newcomers.delete(specialityId);
    if (syllabusId !== null) for (const places of newcomers.values()) places.delete(syllabusId);
  }
}

function findReach(year: YearPlaces, place: Place): PlaceReach {
  const lines = listRelatedGroups(year, place);
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

/** The groups that want the place's speciality or syllabus; others do not depend on it. */
function listRelatedGroups({ known }: YearPlaces, { specialityId, syllabusId }: Place): WaitingGroup[] {
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

/** How many of a sorted group come before somebody (binary search). */
function countBefore(waiting: WaitingPosition[], who: WaitingPosition): number {
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isCalledBefore(waiting[middle] as WaitingPosition, who)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function getFreeCount(year: YearPlaces, place: Place): number | null {
  const limits = listCoveringLimits(year, place);
  return limits.length > 0 ? Math.min(...limits.map(({ free }) => free)) : null;
}

function calculateFreePlace(year: YearPlaces, place: Place, others: Count, ahead: Count): FreePlace {
  const { limits, wanting } = getReach(year, place);
  return {
    free: getFreeCount(year, place),
    waiting: sumCounts(wanting.map(others)),
    outOfTurn: limits.some((limit) => isTakenByEarlier(limit, ahead)),
    inRound: limits.some(({ limit }) => limit.inRound),
  };
}

/** Whether at least as many come first as are free; of each group, as many count as its other limits allow. */
function isTakenByEarlier({ limit, lines }: LimitReach, ahead: Count): boolean {
  let first = 0;
  return lines.some(({ line, besides }) => {
    first += Math.min(ahead(line), sumCounts(besides.map(getMinFree)));
    return first >= Math.max(limit.free, 1);
  });
}

const getMinFree = (limits: Limit[]) => Math.min(...limits.map(({ free }) => Math.max(free, 0)));

/** The choices in order, after the list's own place if that was not chosen. */
function listRequestedPlaces(list: Place, [, ...wishes]: Place[]): Place[] {
  return wishes.some((wish) => isSamePlace(wish, list)) ? wishes : [list, ...wishes];
}

function createOpenCheck(year: YearPlaces, turn: WaitingPosition): (place: Place) => boolean {
  const left = createFreePlaceLookup(year, turn);
  return (place) => {
    const free = getFreeCount(year, place);
    return free !== null && !isFull({ free }) && listBlockers(left(place)).length === 0;
  };
}
