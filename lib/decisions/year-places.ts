import { isCoveredBy, isSamePlace, type Place } from "@/lib/decisions/places/limits";
import type { WaitingPosition } from "./turns";

export type Limit = Place & {
  free: number;
  /** A round that is open gives its places (admission 10). */
  inRound?: boolean;
};

/** Those who are on the same list and wished the same, in the order of their turns. */
export type WaitingGroup = {
  /** Null of those who renew and are pending: whatever they wished is kept for them, and nobody calls them. */
  list: Place | null;
  /** What they are called for: their list and all that they wished (admission 11). */
  wants: Place[];
  /** In their order. */
  waiting: WaitingPosition[];
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

/** By speciality, then by syllabus. */
type ByPlace<Found> = Map<number | null, Map<number | null, Found>>;

/**
 * How many are free, null without a limit; how many others wait for it or for a part of it; whether they come first;
 * whether an open round gives it.
 */
export type FreePlace = { free: number | null; waiting: number; outOfTurn: boolean; inRound: boolean };

/**
 * Whom a place concerns: its limits, each with those who want what it covers or a part of the place; who waits for it;
 * and who is on its own list.
 */
export type PlaceReach = { limits: LimitReach[]; wanting: WaitingGroup[]; lists: WaitingGroup[] };
/** For each of the places that a line wants, the other limits that cover it. */
export type LimitReach = { limit: Limit; lines: { line: WaitingGroup; besides: Limit[][] }[] };

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

/** Puts a line behind the others: what was found out without it is forgotten. */
export function addWaitingGroup(year: YearPlaces, line: WaitingGroup): void {
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

/** How a place stands for newcomers, until what it depends on changes. */
export const getForNewApplicant = (year: YearPlaces, place: Place, find: () => FreePlace): FreePlace =>
  memoizeByPlace(year.known.newcomers, place, find);

/** Forgets how those places stand for newcomers that some limits concern. */
export function invalidateByLimits({ known }: YearPlaces, limits: Limit[]): void {
  for (const limit of limits)
    for (const { specialityId, syllabusId } of known.dependents.get(limit) ?? [])
      known.newcomers.get(specialityId)?.delete(syllabusId);
}

/** Forgets how those places stand for newcomers that a line concerns (`linesBeside`). */
export function invalidateByGroup({ known: { newcomers } }: YearPlaces, { wants }: WaitingGroup): void {
  for (const { specialityId, syllabusId } of wants) {
    if (specialityId !== null) newcomers.delete(specialityId);
    if (syllabusId !== null) for (const places of newcomers.values()) places.delete(syllabusId);
  }
}

/** The limits that cover a place. */
export const listCoveringLimits = (year: YearPlaces, place: Place): Limit[] =>
  memoizeByPlace(year.known.covering, place, () => year.limits.filter((limit) => isCoveredBy(limit, place)));

export const getReach = (year: YearPlaces, place: Place): PlaceReach =>
  memoizeByPlace(year.known.reaches, place, () => {
    const reach = findReach(year, place);
    for (const { limit, lines } of reach.limits) {
      getOrCreateSet(year.known.dependents, limit).add(place);
      for (const { besides } of lines)
        for (const other of besides.flat()) getOrCreateSet(year.known.dependents, other).add(place);
    }
    return reach;
  });

function findReach(year: YearPlaces, place: Place): PlaceReach {
  const lines = linesBeside(year, place);
  return {
    limits: listCoveringLimits(year, place).map((limit) => ({
      limit,
      lines: lines.flatMap((line) => {
        const reached = line.wants.filter((want) => isCoveredBy(limit, want) || isCoveredBy(want, place));
        const besides = distinct(reached).map((want) => listCoveringLimits(year, want).filter((one) => one !== limit));
        return besides.length > 0 ? [{ line, besides }] : [];
      }),
    })),
    wanting: lines.filter(({ wants }) => wants.some((want) => isCoveredBy(want, place) || isCoveredBy(place, want))),
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

function memoizeByPlace<Found>(known: ByPlace<Found>, { specialityId, syllabusId }: Place, find: () => Found): Found {
  const before = known.get(specialityId)?.get(syllabusId);
  if (before !== undefined) return before;
  const found = find();
  const ofSpeciality = known.get(specialityId) ?? new Map<number | null, Found>();
  known.set(specialityId, ofSpeciality.set(syllabusId, found));
  return found;
}
