import type { Prisma } from "@/generated/prisma/client";
import type { Place } from "@/lib/decisions/places/limits";
import { holdsPlace, IN_TURN, ON_LIST } from "@/lib/enrollment/state-sql";
import { stateRow } from "@/lib/enrollment/states";
import { today } from "@/lib/school/today";
import type { Exception } from "./judge";
import { placesOf } from "./place";
import type { Standing } from "./standing";
import { isBefore, type Turn } from "./turns";

export type Limit = Place & { free: number };

/** Those who are on the same list and wished the same, in the order of their turns. */
export type Line = {
  list: Place;
  /** What they are called for: their list and all that they wished (admission 11). */
  wants: Place[];
  waiting: Turn[];
};

/** The limits of a school year with how many are free, and who waits for what. */
export type YearPlaces = {
  limits: Limit[];
  lines: Line[];
  /** How places stand for whoever waits for none, as far as they were asked for. */
  newcomers: Map<string, FreePlace>;
};

/** How many are free, null without a limit; how many others wait for it or for a part of it; whether they come first. */
export type FreePlace = { free: number | null; waiting: number; outOfTurn: boolean };

/** What is free and waited for in a school year. */
export async function readYear(tx: Prisma.TransactionClient, schoolYearId: number): Promise<YearPlaces> {
  const places = await tx.place.findMany({
    where: { schoolYearId },
    select: { specialityId: true, syllabusId: true, places: true },
  });
  // Counted in one pass, not once a limit.
  const had = await tx.$queryRaw<(Place & { count: number })[]>`
    select e.assigned_speciality_id as "specialityId", e.assigned_syllabus_id as "syllabusId", count(*)::int as count
    from enrollments e
    where e.school_year_id = ${schoolYearId} and ${holdsPlace(await today())}
    group by 1, 2`;
  const waiting = await tx.$queryRaw<Waits[]>`
    select e.assigned_speciality_id as "specialityId", e.assigned_syllabus_id as "syllabusId",
      array(select c.speciality_id from speciality_choices c where c.enrollment_id = e.id order by c.option) as specialities,
      array(select c.syllabus_id from syllabus_choices c where c.enrollment_id = e.id order by c.option) as syllabi,
      e.id, e.turn, e.gave_up_at as "gaveUpAt", e.created_at as "createdAt"
    from enrollments e
    where e.school_year_id = ${schoolYearId} and e.decided_state in ${ON_LIST}
    order by ${IN_TURN}`;
  const limits = places.map(({ places, ...limit }) => ({
    ...limit,
    free: places - sum(had.map((place) => (isPart(limit, place) ? place.count : 0))),
  }));
  return { limits, lines: linesOf(waiting), newcomers: new Map() };
}

type Waits = Place & Turn & { specialities: number[]; syllabi: number[] };

function linesOf(waiting: Waits[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { specialityId, syllabusId, specialities, syllabi, ...turn } of waiting) {
    const key = `${specialityId}/${syllabusId} ${specialities}/${syllabi}`;
    const list = { specialityId, syllabusId };
    const line = lines.get(key) ?? { list, wants: [list, ...placesOf(specialities, syllabi)], waiting: [] };
    line.waiting.push(turn);
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** What stands in the way of a place that stands so. */
export const obstaclesOf = (place: FreePlace): Exception[] => [
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
  const own = isOnList && year.lines.find(({ waiting }) => waiting.some(({ id }) => id === who.id));
  if (!own) return (place) => asNewcomer(year, place);
  const ahead = new Map(
    year.lines.map((line) => [line, line.waiting.filter((one) => isBefore(one, who)).length]),
  );
  return (place) => {
    const comesBefore = (line: Line) => ahead.get(line) ?? 0;
    const others = (line: Line) => line.waiting.length - (line === own ? 1 : 0);
    const isCalled = own.wants.some((want) => isPart(want, place));
    const free = freePlace(year, place, others, isCalled ? comesBefore : others);
    const isPassedOver = year.lines.some((line) => isPart(line.list, place) && comesBefore(line) > 0);
    return { ...free, outOfTurn: free.outOfTurn || (isPart(own.list, place) && isPassedOver) };
  };
}

function asNewcomer(year: YearPlaces, place: Place): FreePlace {
  const key = `${place.specialityId}/${place.syllabusId}`;
  const all = ({ waiting }: Line) => waiting.length;
  const free = year.newcomers.get(key) ?? freePlace(year, place, all, all);
  year.newcomers.set(key, free);
  return free;
}

type Count = (line: Line) => number;

function freePlace({ limits, lines }: YearPlaces, place: Place, others: Count, ahead: Count): FreePlace {
  const own = limits.filter((limit) => isPart(limit, place));
  const isTaken = (limit: Limit) =>
    sum(lines.map((line) => Math.min(ahead(line), roomFor(line, { limit, limits, place })))) >=
    Math.max(limit.free, 1);
  const wants = (line: Line) => line.wants.some((want) => isPart(want, place) || isPart(place, want));
  return {
    free: own.length > 0 ? Math.min(...own.map(({ free }) => free)) : null,
    waiting: sum(lines.map((line) => (wants(line) ? others(line) : 0))),
    outOfTurn: own.some(isTaken),
  };
}

type Beside = { limit: Limit; limits: Limit[]; place: Place };

/** How many of a line the other limits let have what this one covers, or what is a part of the place. */
const roomFor = ({ wants }: Line, { limit, limits, place }: Beside): number =>
  sum(
    wants
      .filter((want) => isPart(limit, want) || isPart(want, place))
      .map((want) =>
        Math.min(...limits.map((one) => (one !== limit && isPart(one, want) ? atLeastNone(one) : Infinity))),
      ),
  );

const atLeastNone = ({ free }: Limit) => Math.max(free, 0);

/** Gives somebody a place, in memory: whoever comes later finds it taken, and nobody there in line. */
export function givePlace(year: YearPlaces, who: Turn, place: Place): void {
  const taken = year.limits.filter((limit) => isPart(limit, place));
  for (const limit of taken) limit.free -= 1;
  const own = year.lines.find(({ waiting }) => waiting.some(({ id }) => id === who.id));
  if (own) own.waiting = own.waiting.filter(({ id }) => id !== who.id);
  if (own || taken.length > 0) year.newcomers.clear();
}

/** Puts somebody on a list, in memory, behind those who are there. */
export function putOnList(year: YearPlaces, who: Turn, list: Place): void {
  year.lines.push({ list, wants: [list], waiting: [who] });
  year.newcomers.clear();
}

const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);
