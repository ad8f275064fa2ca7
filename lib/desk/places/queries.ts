import { Prisma } from "@/generated/prisma/client";
import {
  createPairCheck,
  createPlaceNamer,
  getAssignedPlace,
  getYearStudies,
  isCoveredBy,
  isSamePlace,
  type Place,
} from "@/lib/decisions/place";
import { listProposedCalls } from "@/lib/decisions/places/verbs";
import { readWaitingLists, readYearPlaces } from "@/lib/decisions/queries";
import {
  createFreePlaceLookup,
  type FreePlace,
  isFull,
  listBlockers,
  type YearPlaces,
} from "@/lib/decisions/year-places";
import { readEnrollmentRows } from "@/lib/desk/rows/queries";
import {
  hasConfirmationExpired,
  holdsPlace,
  IS_ERASED,
  JOIN_NOTIFIED_PLACE,
  STATES_WAITING,
  STATES_WITH_PLACE,
} from "@/lib/enrollment/sql";
import { listStatesHolding } from "@/lib/enrollment/states";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

export type NamedPlaceCounts = Awaited<ReturnType<typeof readNamedCounts>>[number];

/** The places of a year with names and numbers: specialities, syllabi, and pairs with a limit. */
export async function readPlaceOverview(actor: Actor, schoolYearId: number) {
  requirePermission(actor, "read");
  const places = await listPlaces(schoolYearId);
  const [named, firstChoices] = await Promise.all([
    readNamedCounts(schoolYearId, places),
    countFirstChoices(schoolYearId, places),
  ]);
  const rows = named.map((row, index) => ({ ...row, firstChoices: firstChoices[index] ?? 0 }));
  return {
    specialities: rows.filter(({ syllabusId }) => syllabusId === null),
    syllabi: rows.filter(({ specialityId }) => specialityId === null),
    pairs: rows.filter(({ specialityId, syllabusId }) => specialityId !== null && syllabusId !== null),
  };
}

export async function readLimitedPlaces(actor: Actor, schoolYearId: number) {
  requirePermission(actor, "read");
  const named = await readNamedCounts(schoolYearId, await listPlaces(schoolYearId));
  return named.filter(({ limit }) => limit !== null);
}

/** A year's waiting lists with the next calls and the open place confirmations (admission 13). */
export async function readWaitingOverview(actor: Actor, schoolYearId: number) {
  requirePermission(actor, "read");
  const year = await readYearPlaces(prisma(), schoolYearId);
  const lists = await describeLists(year, schoolYearId); // before what is free is given to those who are called
  const [calls, getPlaceName, answers] = await Promise.all([
    listProposedCalls(year),
    createPlaceNamer(schoolYearId),
    prisma().placeAnswer.count({ where: { answer: null, enrollment: { schoolYearId } } }),
  ]);
  return { lists, calls: calls.map((call) => ({ ...call, name: getPlaceName(call) })), answers };
}

export async function readClassLists(actor: Actor, schoolYearId: number) {
  requirePermission(actor, "read");
  const rows = await prisma().enrollment.findMany({
    where: { schoolYearId, decidedState: { in: listStatesHolding("place") }, student: { erasedAt: null } },
    orderBy: [{ student: { surname: "asc" } }, { student: { name: "asc" } }, { id: "asc" }],
    select: { id: true, assignedSpecialityId: true, assignedSyllabusId: true },
  });
  const getPlaceName = await createPlaceNamer(schoolYearId);
  const classes = new Map(rows.map((row) => [row.id, getPlaceName(getAssignedPlace(row))]));
  const students = await readEnrollmentRows([...classes.keys()], await getSettings(), new Date());
  return [...Map.groupBy(students, ({ id }) => classes.get(id) ?? "")]
    .map(([name, classStudents]) => ({ name, students: classStudents }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Free places for which somebody waits, in some years. */
export async function listNamedFreeWithWaiting(actor: Actor, schoolYearIds: number[]) {
  requirePermission(actor, "read");
  const years = schoolYearIds.map(async (id) => {
    const [getPlaceName, places] = await Promise.all([createPlaceNamer(id), listFreeWithWaiting(id)]);
    const rows = places.map(({ free, waiting, ...place }) => ({ name: getPlaceName(place), free, waiting }));
    return rows.sort((a, b) => b.free - a.free || a.name.localeCompare(b.name));
  });
  return (await Promise.all(years)).flat();
}

/** Free places, where there is a limit and at least zero, and others who wait for them on any list. */
export const toPlaceCounts = ({ free, waiting }: Pick<FreePlace, "free" | "waiting">) => ({
  free: free === null ? undefined : Math.max(0, free),
  waiting,
});

export type OccupiedPlace = Awaited<ReturnType<typeof readOccupiedPlaces>>[number];

/** The limits that some places fall under, with these places assigned too (face 3). */
export async function readOccupiedPlaces(actor: Actor, schoolYearId: number, places: Place[]) {
  requirePermission(actor, "read");
  const [limits, assigned] = await readLimitsAndAssigned(schoolYearId);
  const getPlaceName = await createPlaceNamer(schoolYearId);
  return limits.flatMap(({ places: limit, ...place }) => {
    const added = places.filter((requested) => isCoveredBy(place, requested)).length;
    if (added === 0) return [];
    const occupied = sum(assigned, place, ({ decided }) => decided);
    const waiting = sum(assigned, place, (row) => row.waiting);
    return [{ ...place, name: getPlaceName(place), occupied, added, limit, waiting }];
  });
}

/** The query of a place's waiting list, in its order. */
export const createWaitingListQuery = (year: number, { specialityId, syllabusId }: Place) => ({
  filters: {
    year,
    speciality: specialityId ?? undefined,
    syllabus: syllabusId ?? undefined,
    how: "waits" as const,
  },
  sort: "turn" as const,
});

async function listPlaces(schoolYearId: number): Promise<Place[]> {
  const [{ specialities, syllabi }, pairs] = await Promise.all([
    getYearStudies(schoolYearId),
    listLimitedPairs(schoolYearId),
  ]);
  return [
    ...specialities.map(({ id }) => ({ specialityId: id, syllabusId: null })),
    ...syllabi.map(({ id }) => ({ specialityId: null, syllabusId: id })),
    ...pairs,
  ];
}

/** One query for all places: each counts the year's enrollments. */
async function readNamedCounts(schoolYearId: number, places: Place[]) {
  const [getPlaceName, counts] = await Promise.all([
    createPlaceNamer(schoolYearId),
    readPlaceCounts(schoolYearId, places),
  ]);
  return counts.map((row) => ({ ...row, name: getPlaceName(row) }));
}

/** A year's waiting lists with first entry and free places: lists with free places first, then by name. */
async function describeLists(year: YearPlaces, schoolYearId: number) {
  const getPlaceName = await createPlaceNamer(schoolYearId);
  const firstEntries = await readWaitingLists(schoolYearId);
  const lists = firstEntries.map((first) => {
    const place: Place = { specialityId: first.specialityId, syllabusId: first.syllabusId };
    const freePlace = createFreePlaceLookup(year, first)(place);
    const [blocker] = listBlockers(freePlace);
    return {
      ...place,
      name: getPlaceName(place),
      free: toPlaceCounts(freePlace).free,
      count: first.count,
      first,
      /**
       * Who may be accepted next: undefined without a free place, or when another list under the same limit comes
       * first.
       */
      next: blocker ? undefined : first,
      blocker,
    };
  });
  return lists.sort(
    (a, b) => Math.sign(b.free ?? 0) - Math.sign(a.free ?? 0) || a.name.localeCompare(b.name),
  );
}

type PlaceCount = Place & { count: number };
type AssignedCounts = Place & { decided: number; waiting: number };

/** The limits of some specialities, syllabi or pairs with the number of enrollments, in the same order. */
export async function readPlaceCounts(schoolYearId: number, places: Place[]) {
  const [[limits, assigned], notifiedCounts] = await Promise.all([
    readLimitsAndAssigned(schoolYearId),
    countAnnounced(schoolYearId, await getSchoolToday()),
  ]);
  return places.map((place) => ({
    ...place,
    limit: limits.find((limit) => isSamePlace(limit, place))?.places ?? null,
    decided: sum(assigned, place, ({ decided }) => decided),
    waiting: sum(assigned, place, ({ waiting }) => waiting),
    notified: sum(notifiedCounts, place, ({ count }) => count),
  }));
}

/**
 * The limits with free places that cover a place which waiting enrollments request, on their list or as another choice,
 * as a call for them sees it. Everybody's choices are only read when a limit has free places.
 */
async function listFreeWithWaiting(schoolYearId: number) {
  const [limits, assigned] = await readLimitsAndAssigned(schoolYearId);
  const hasFree = limits.some((limit) => limit.places > sum(assigned, limit, ({ decided }) => decided));
  if (!hasFree || assigned.every(({ waiting }) => waiting === 0)) return [];
  const year = await readYearPlaces(prisma(), schoolYearId);
  const isOffered = await createPairCheck(schoolYearId);
  const getFreePlace = createFreePlaceLookup(year, { id: "" });
  const requested = year.groups
    .flatMap((group) => (group.list ? group.requested : []))
    .filter((place) => isOffered(place) && !isFull(getFreePlace(place)));
  return limits
    .filter((limit) => requested.some((place) => isCoveredBy(limit, place)))
    .map(({ specialityId, syllabusId }) => {
      const { free, waiting } = getFreePlace({ specialityId, syllabusId });
      return { specialityId, syllabusId, free: free ?? 0, waiting };
    });
}

async function countFirstChoices(schoolYearId: number, places: Place[]): Promise<number[]> {
  const choices = await readFirstChoices(schoolYearId);
  return places.map((place) => sum(choices, place, ({ count }) => count));
}

/** The speciality–syllabus pairs of a year with their own limit. */
const listLimitedPairs = (schoolYearId: number): Promise<Place[]> =>
  prisma().place.findMany({
    where: { schoolYearId, specialityId: { not: null }, syllabusId: { not: null } },
    orderBy: [{ specialityId: "asc" }, { syllabusId: "asc" }],
    select: { specialityId: true, syllabusId: true },
  });

const readLimitsAndAssigned = async (schoolYearId: number) =>
  Promise.all([
    prisma().place.findMany({
      where: { schoolYearId },
      orderBy: [{ specialityId: "asc" }, { syllabusId: "asc" }],
      select: { specialityId: true, syllabusId: true, places: true },
    }),
    countAssigned(schoolYearId, await getSchoolToday()),
  ]);

/** Sums the rows of a place; a speciality includes all its syllabi, and vice versa. */
const sum = <Row extends Place>(rows: Row[], { specialityId, syllabusId }: Place, of: (row: Row) => number) =>
  rows
    .filter((row) => specialityId === null || row.specialityId === specialityId)
    .filter((row) => syllabusId === null || row.syllabusId === syllabusId)
    .reduce((total, row) => total + of(row), 0);

/** Places by the enrollments that hold them, and waiting lists by their length, as `readWaitingLists` counts it. */
const countAssigned = (schoolYearId: number, day: Day) =>
  prisma().$queryRaw<AssignedCounts[]>`
    select assigned_speciality_id as "specialityId", assigned_syllabus_id as "syllabusId",
      (count(*) filter (where ${holdsPlace(day)}))::int as decided,
      (count(*) filter (where e.decided_state in ${STATES_WAITING} and not ${IS_ERASED}))::int as waiting
    from enrollments e
    where e.school_year_id = ${schoolYearId} and (e.decided_state in ${STATES_WITH_PLACE} or e.decided_state in ${STATES_WAITING})
    group by 1, 2`;

const countAnnounced = (schoolYearId: number, day: Day) =>
  prisma().$queryRaw<PlaceCount[]>`
    select notified.speciality_id as "specialityId", notified.syllabus_id as "syllabusId", count(*)::int as count
    from enrollments e
    ${JOIN_NOTIFIED_PLACE}
    where e.school_year_id = ${schoolYearId} and e.state in ${STATES_WITH_PLACE}
      and not ${hasConfirmationExpired(Prisma.sql`${day}::date`)}
    group by 1, 2`;

const readFirstChoices = (schoolYearId: number) =>
  prisma().$queryRaw<PlaceCount[]>`
    select s.speciality_id as "specialityId", y.syllabus_id as "syllabusId", count(*)::int as count
    from enrollments e
    left join speciality_choices s on s.enrollment_id = e.id and s.option = 1
    left join syllabus_choices y on y.enrollment_id = e.id and y.option = 1
    where e.school_year_id = ${schoolYearId}
    group by 1, 2`;
