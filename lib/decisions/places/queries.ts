import { Prisma } from "@/generated/prisma/client";
import { isCoveredBy, isSamePlace, type Place } from "@/lib/decisions/place";
import { hasConfirmationExpired, holdsPlace, STATES_WAITING, STATES_WITH_PLACE } from "@/lib/enrollment/sql";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";

/** The limit of a speciality, syllabus or pair, with the number of enrollments. */
type OccupiedCounts = Place & {
  limit: number | null;
  /** Accepted, announced or not. */
  decided: number;
  waiting: number;
};

export type PlaceCounts = OccupiedCounts & {
  /** Accepted and announced. */
  told: number;
};

type Counted = Place & { count: number };
type Assigned = Place & { decided: number; waiting: number };

/** The numbers of some places, in the same order. */
export async function readPlaceCounts(schoolYearId: number, places: Place[]): Promise<PlaceCounts[]> {
  const [taken, told] = await Promise.all([
    readOccupiedCounts(schoolYearId, places),
    countAnnounced(schoolYearId, await getSchoolToday()),
  ]);
  return taken.map((row) => ({ ...row, told: sum(told, row, ({ count }) => count) }));
}

/** `readPlaceCounts` without `told`. */
export async function readOccupiedCounts(schoolYearId: number, places: Place[]): Promise<OccupiedCounts[]> {
  const [limits, assigned] = await limitsAndAssigned(schoolYearId);
  return places.map((place) => ({
    ...place,
    limit: limits.find((limit) => isSamePlace(limit, place))?.places ?? null,
    decided: sum(assigned, place, ({ decided }) => decided),
    waiting: sum(assigned, place, ({ waiting }) => waiting),
  }));
}

/** The places of a year with free capacity for which enrollments wait. */
export async function listFreeWithWaiting(
  schoolYearId: number,
): Promise<(Place & { free: number; waiting: number })[]> {
  const [limits, assigned] = await limitsAndAssigned(schoolYearId);
  const freeOf = (limit: (typeof limits)[number]) =>
    limit.places - sum(assigned, limit, ({ decided }) => decided);
  return assigned.flatMap(({ specialityId, syllabusId, waiting }) => {
    const place = { specialityId, syllabusId };
    const covering = waiting > 0 ? limits.filter((limit) => isCoveredBy(limit, place)) : [];
    const free = covering.length > 0 ? Math.min(...covering.map(freeOf)) : 0;
    return free > 0 ? [{ ...place, free, waiting }] : [];
  });
}

export async function countFirstChoices(schoolYearId: number, places: Place[]): Promise<number[]> {
  const choices = await readFirstChoices(schoolYearId);
  return places.map((place) => sum(choices, place, ({ count }) => count));
}

/** The speciality–syllabus pairs of a year with their own limit. */
export async function listLimitedPairs(schoolYearId: number): Promise<Place[]> {
  const pairs = await prisma().place.findMany({
    where: { schoolYearId, specialityId: { not: null }, syllabusId: { not: null } },
    orderBy: [{ specialityId: "asc" }, { syllabusId: "asc" }],
    select: { specialityId: true, syllabusId: true },
  });
  return pairs;
}

const limitsAndAssigned = async (schoolYearId: number) =>
  Promise.all([
    prisma().place.findMany({
      where: { schoolYearId },
      select: { specialityId: true, syllabusId: true, places: true },
    }),
    assignedPlaces(schoolYearId, await getSchoolToday()),
  ]);

/** Sums the rows of a place; a speciality includes all its syllabi, and vice versa. */
const sum = <Row extends Place>(rows: Row[], { specialityId, syllabusId }: Place, of: (row: Row) => number) =>
  rows
    .filter((row) => specialityId === null || row.specialityId === specialityId)
    .filter((row) => syllabusId === null || row.syllabusId === syllabusId)
    .reduce((total, row) => total + of(row), 0);

/** The number of taken and waiting enrollments by place. */
const assignedPlaces = (schoolYearId: number, day: Day) =>
  prisma().$queryRaw<Assigned[]>`
    select assigned_speciality_id as "specialityId", assigned_syllabus_id as "syllabusId",
      (count(*) filter (where ${holdsPlace(day)}))::int as decided,
      (count(*) filter (where e.decided_state in ${STATES_WAITING}))::int as waiting
    from enrollments e
    where e.school_year_id = ${schoolYearId} and (e.decided_state in ${STATES_WITH_PLACE} or e.decided_state in ${STATES_WAITING})
    group by 1, 2`;

const countAnnounced = (schoolYearId: number, day: Day) =>
  prisma().$queryRaw<Counted[]>`
    select told.speciality_id as "specialityId", told.syllabus_id as "syllabusId", count(*)::int as count
    from enrollments e cross join lateral (
      select d.speciality_id, d.syllabus_id from decisions d
      where d.enrollment_id = e.id and d.status = 'told' order by d.settled_at desc limit 1
    ) told
    where e.school_year_id = ${schoolYearId} and e.state in ${STATES_WITH_PLACE}
      and not ${hasConfirmationExpired(Prisma.sql`${day}::date`)}
    group by 1, 2`;

const readFirstChoices = (schoolYearId: number) =>
  prisma().$queryRaw<Counted[]>`
    select s.speciality_id as "specialityId", y.syllabus_id as "syllabusId", count(*)::int as count
    from enrollments e
    left join speciality_choices s on s.enrollment_id = e.id and s.option = 1
    left join syllabus_choices y on y.enrollment_id = e.id and y.option = 1
    where e.school_year_id = ${schoolYearId}
    group by 1, 2`;
