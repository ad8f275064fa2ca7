import { isCoveredBy, isSamePlace, type Place } from "@/lib/decisions/place";
import type { Blocker } from "./validate-decision";
import { isCalledBefore, type WaitingPosition } from "./waiting-order";

export type WaitingGroup = {
  /** Null for pending renewals: their chosen places are reserved, and nobody calls them. */
  list: Place | null;
  /** The places for which they can be called: their list and all choices (admission 11). */
  requested: Place[];
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
  groups: WaitingGroup[];
  caches: {
    groupById: Map<string, WaitingGroup>;
    bySpeciality: Map<number | null, Set<WaitingGroup>>;
    bySyllabus: Map<number | null, Set<WaitingGroup>>;
    /** The result for enrollments that wait for no place. */
    newApplicants: ByPlace<FreePlace>;
    /** The places whose result depends on a limit. */
    dependents: Map<Limit, Set<Place>>;
    dependencies: ByPlace<PlaceDependencies>;
    limits: ByPlace<Limit[]>;
  };
};

/**
 * Free places (null without a limit), the number of others who wait for it, for what its limit covers or for a part of
 * it, whether they come first, and whether an open round assigns it.
 */
export type FreePlace = { free: number | null; waiting: number; outOfTurn: boolean; inRound: boolean };

export function createYearPlaces(limits: Limit[], groups: WaitingGroup[]): YearPlaces {
  const caches: YearPlaces["caches"] = {
    groupById: new Map(),
    bySpeciality: new Map(),
    bySyllabus: new Map(),
    newApplicants: new Map(),
    dependents: new Map(),
    dependencies: new Map(),
    limits: new Map(),
  };
  const year = { limits, groups: [], caches };
  for (const group of groups) addGroup(year, group);
  return year;
}

export const listBlockers = (place: FreePlace): Blocker[] => [
  ...(place.inRound ? (["round_open"] as const) : []),
  ...(isFull(place) ? (["no_place"] as const) : []),
  ...(place.outOfTurn ? (["not_the_turn"] as const) : []),
];

export const isFull = ({ free }: Pick<FreePlace, "free">): boolean => free !== null && free <= 0;

type ByPlace<Value> = Map<number | null, Map<number | null, Value>>;

/**
 * The dependencies of a place: its limits, each with the groups that request what it covers or a part of the place; the
 * groups that wait for it; and the groups on its own list.
 */
type PlaceDependencies = { limits: LimitDependency[]; competing: WaitingGroup[]; lists: WaitingGroup[] };
/** For each place that a group requests, the other limits that cover it. */
type LimitDependency = { limit: Limit; groups: { group: WaitingGroup; otherLimits: Limit[][] }[] };

const getForNewApplicant = (year: YearPlaces, place: Place, calculate: () => FreePlace): FreePlace =>
  memoizeByPlace(year.caches.newApplicants, place, calculate);

const getDependencies = (year: YearPlaces, place: Place): PlaceDependencies =>
  memoizeByPlace(year.caches.dependencies, place, () => {
    const dependencies = findDependencies(year, place);
    for (const { limit, groups } of dependencies.limits) {
      getOrCreateSet(year.caches.dependents, limit).add(place);
      for (const { otherLimits } of groups)
        for (const other of otherLimits.flat()) getOrCreateSet(year.caches.dependents, other).add(place);
    }
    return dependencies;
  });

type WithId = Pick<WaitingPosition, "id">;

/**
 * Returns the result of places for an enrollment (admission 10). A place is out of turn when at least as many
 * wait for it, for what its limit covers or for a part of it, as are free; for a waiting enrollment only those before
 * it count. Places without a limit are never out of turn. Enrollments that wait for a full place block nobody.
 */
export function createFreePlaceLookup(year: YearPlaces, enrollment: WithId): (place: Place) => FreePlace {
  const ownGroup = year.caches.groupById.get(enrollment.id);
  const position = ownGroup?.waiting.find(({ id }) => id === enrollment.id);
  const size = ({ waiting }: WaitingGroup) => waiting.length;
  if (!ownGroup || !position)
    return (place) => getForNewApplicant(year, place, () => calculateFreePlace(year, place, size, size));
  return (place) => {
    const countEarlier = ({ waiting }: WaitingGroup) => countBefore(waiting, position);
    const countOthers = (group: WaitingGroup) => group.waiting.length - (group === ownGroup ? 1 : 0);
    const isCalled = ownGroup.requested.some((choice) => isCoveredBy(choice, place));
    const result = calculateFreePlace(year, place, countOthers, isCalled ? countEarlier : countOthers);
    const { free, outOfTurn } = result;
    if (free === null || outOfTurn || !ownGroup.list || !isCoveredBy(ownGroup.list, place)) return result;
    const isFirst = ({ waiting: [first] }: WaitingGroup) =>
      first !== undefined && isCalledBefore(first, position);
    return { ...result, outOfTurn: getDependencies(year, place).lists.some(isFirst) };
  };
}

const listCoveringLimits = (year: YearPlaces, place: Place): Limit[] =>
  memoizeByPlace(year.caches.limits, place, () => year.limits.filter((limit) => isCoveredBy(limit, place)));

/** Takes a place in memory and removes the enrollment from its waiting group. */
export function takePlace(year: YearPlaces, enrollment: WithId, place: Place): void {
  const limits = listCoveringLimits(year, place);
  for (const limit of limits) limit.free -= 1;
  const group = year.caches.groupById.get(enrollment.id);
  if (group) group.waiting = group.waiting.filter(({ id }) => id !== enrollment.id);
  year.caches.groupById.delete(enrollment.id);
  if (group) invalidateByGroup(year, group);
  invalidateByLimits(year, limits);
}

export const sumCounts = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);

type Count = (group: WaitingGroup) => number;

/**
 * The next calls for free places (admission 13), in the order of the list: each for the first choice with room. A
 * blocked enrollment keeps its turn and others are still called. Places without a limit need no call. Takes the
 * places in `year`.
 * @param isBlocked whether guardians block an acceptance now
 */
export function findNextCalls(year: YearPlaces, isBlocked: (id: string) => boolean) {
  const waiting = year.groups
    .flatMap(({ list, requested, waiting }) =>
      list ? waiting.map((position) => ({ position, requested: listRequestedPlaces(list, requested) })) : [],
    )
    .sort((a, b) => (isCalledBefore(a.position, b.position) ? -1 : 1));
  return waiting.flatMap(({ position, requested }) => {
    if (isBlocked(position.id)) return [];
    const place = requested.find(createFreePlaceCheck(year, position));
    if (!place) return [];
    takePlace(year, position, place);
    return [{ id: position.id, place }];
  });
}

function addGroup({ groups, caches }: YearPlaces, group: WaitingGroup): void {
  groups.push(group);
  for (const { id } of group.waiting) caches.groupById.set(id, group);
  for (const { specialityId, syllabusId } of group.requested) {
    getOrCreateSet(caches.bySpeciality, specialityId).add(group);
    getOrCreateSet(caches.bySyllabus, syllabusId).add(group);
  }
}

function getOrCreateSet<Key, Member>(sets: Map<Key, Set<Member>>, key: Key): Set<Member> {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  return set;
}

function invalidateByLimits({ caches }: YearPlaces, limits: Limit[]): void {
  for (const limit of limits)
    for (const { specialityId, syllabusId } of caches.dependents.get(limit) ?? [])
      caches.newApplicants.get(specialityId)?.delete(syllabusId);
}

function invalidateByGroup({ caches: { newApplicants } }: YearPlaces, { requested }: WaitingGroup): void {
  for (const { specialityId, syllabusId } of requested) {
    if (specialityId !== null) newApplicants.delete(specialityId);
    if (syllabusId !== null) for (const places of newApplicants.values()) places.delete(syllabusId);
  }
}

function findDependencies(year: YearPlaces, place: Place): PlaceDependencies {
  const groups = listRelatedGroups(year, place);
  return {
    limits: listCoveringLimits(year, place).map((limit) => ({
      limit,
      groups: groups.flatMap((group) => {
        const related = group.requested.filter(
          (choice) => isCoveredBy(limit, choice) || isCoveredBy(choice, place),
        );
        const otherLimits = distinct(related).map((choice) =>
          listCoveringLimits(year, choice).filter((covering) => covering !== limit),
        );
        return otherLimits.length > 0 ? [{ group, otherLimits }] : [];
      }),
    })),
    competing: groups.filter(({ requested }) =>
      requested.some((choice) => isCoveredBy(choice, place) || isCoveredBy(place, choice)),
    ),
    lists: groups.filter(({ list }) => list !== null && isCoveredBy(list, place)),
  };
}

/** The groups that request the place's speciality or syllabus; others do not depend on it. */
function listRelatedGroups({ caches }: YearPlaces, { specialityId, syllabusId }: Place): WaitingGroup[] {
  const ofSpeciality = specialityId === null ? [] : (caches.bySpeciality.get(specialityId) ?? []);
  const ofSyllabus = syllabusId === null ? [] : (caches.bySyllabus.get(syllabusId) ?? []);
  return [...new Set([...ofSpeciality, ...ofSyllabus])];
}

const distinct = (places: Place[]) =>
  places.filter((place, index) => places.findIndex((other) => isSamePlace(place, other)) === index);

function memoizeByPlace<Value>(
  cache: ByPlace<Value>,
  { specialityId, syllabusId }: Place,
  calculate: () => Value,
): Value {
  const cached = cache.get(specialityId)?.get(syllabusId);
  if (cached !== undefined) return cached;
  const value = calculate();
  const bySyllabus = cache.get(specialityId) ?? new Map<number | null, Value>();
  cache.set(specialityId, bySyllabus.set(syllabusId, value));
  return value;
}

/** How many of a sorted group come before a position (binary search). */
function countBefore(waiting: WaitingPosition[], position: WaitingPosition): number {
  let [from, to] = [0, waiting.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isCalledBefore(waiting[middle] as WaitingPosition, position)) from = middle + 1;
    else to = middle;
  }
  return from;
}

function getFreeCount(year: YearPlaces, place: Place): number | null {
  const limits = listCoveringLimits(year, place);
  return limits.length > 0 ? Math.min(...limits.map(({ free }) => free)) : null;
}

function calculateFreePlace(year: YearPlaces, place: Place, others: Count, earlier: Count): FreePlace {
  const { limits, competing } = getDependencies(year, place);
  const waiting = new Set([...competing, ...limits.flatMap(listGroupsWithRoom)]);
  return {
    free: getFreeCount(year, place),
    waiting: sumCounts([...waiting].map(others)),
    outOfTurn: limits.some((limit) => isTakenByEarlier(limit, earlier)),
    inRound: limits.some(({ limit }) => limit.inRound),
  };
}

/** The groups that their other limits do not keep from taking a place of this limit. */
const listGroupsWithRoom = ({ groups }: LimitDependency) =>
  groups.flatMap(({ group, otherLimits }) => (sumCounts(otherLimits.map(getMinFree)) > 0 ? [group] : []));

/** Whether at least as many come first as are free; of each group, as many count as its other limits allow. */
function isTakenByEarlier({ limit, groups }: LimitDependency, countEarlier: Count): boolean {
  let earlier = 0;
  return groups.some(({ group, otherLimits }) => {
    earlier += Math.min(countEarlier(group), sumCounts(otherLimits.map(getMinFree)));
    return earlier >= Math.max(limit.free, 1);
  });
}

const getMinFree = (limits: Limit[]) => Math.min(...limits.map(({ free }) => Math.max(free, 0)));

/** The choices in order, after the list's own place if that was not chosen. */
function listRequestedPlaces(list: Place, [, ...choices]: Place[]): Place[] {
  return choices.some((choice) => isSamePlace(choice, list)) ? choices : [list, ...choices];
}

function createFreePlaceCheck(year: YearPlaces, position: WaitingPosition): (place: Place) => boolean {
  const getFreePlace = createFreePlaceLookup(year, position);
  return (place) => {
    const free = getFreeCount(year, place);
    return free !== null && !isFull({ free }) && listBlockers(getFreePlace(place)).length === 0;
  };
}
