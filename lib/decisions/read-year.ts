import type { Prisma } from "@/generated/prisma/client";
import { isCoveredBy, isSamePlace, type Place } from "@/lib/decisions/places/limits";
import { holdsPlace, WAITING_ORDER, STATES_WAITING, RENEWAL_ORDER, IS_RENEWAL } from "@/lib/enrollment/state-sql";
import { getSchoolToday } from "@/lib/school/today";
import { sumCounts } from "./free-places";
import { combinePlaces } from "./place";
import type { WaitingPosition } from "./turns";
import { type WaitingGroup, type YearPlaces, createYearPlaces } from "./year-places";

/**
 * What is free and waited for in a school year. Who renews and is pending stands in line too, before newcomers
 * (admission 14), on nobody's list.
 */
export async function readYearPlaces(tx: Prisma.TransactionClient, schoolYearId: number): Promise<YearPlaces> {
  const places = await tx.place.findMany({
    where: { schoolYearId },
    select: { specialityId: true, syllabusId: true, places: true },
  });
  const given = await countGivenPlaces(tx, schoolYearId);
  const waiting = await readWaiting(tx, schoolYearId);
  const inRound = await givenInRound(tx, schoolYearId);
  const limits = places.map(({ places, ...limit }) => ({
    ...limit,
    free: places - given(limit),
    inRound: inRound(limit),
  }));
  return createYearPlaces(limits, groupWaiting(waiting));
}

type WaitingRow = Place & WaitingPosition & { isOnList: boolean; specialities: number[]; syllabi: number[] };
type AsJson = Omit<WaitingRow, "gaveUpAt" | "createdAt"> & { gaveUpAt: string | null; createdAt: string };

/** Who waits in a year, in their order; as one text, since Prisma turns each value of a row, of which there are thousands. */
async function readWaiting(tx: Prisma.TransactionClient, schoolYearId: number): Promise<WaitingRow[]> {
  const [row] = await tx.$queryRaw<{ waiting: string | null }[]>`
    select json_agg(waits)::text as waiting from (
      select e.assigned_speciality_id as "specialityId", e.assigned_syllabus_id as "syllabusId",
        array(select c.speciality_id from speciality_choices c where c.enrollment_id = e.id order by c.option) as specialities,
        array(select c.syllabus_id from syllabus_choices c where c.enrollment_id = e.id order by c.option) as syllabi,
        e.id, e.turn, e.gave_up_at as "gaveUpAt", e.created_at as "createdAt", ${RENEWAL_ORDER} as renewal,
        e.decided_state in ${STATES_WAITING} as "isOnList"
      from enrollments e
      where e.school_year_id = ${schoolYearId}
        and (e.decided_state in ${STATES_WAITING} or (e.decided_state = 'pending' and ${IS_RENEWAL}))
      order by ${WAITING_ORDER}) waits`;
  const waiting: AsJson[] = JSON.parse(row?.waiting ?? "[]");
  return waiting.map(({ gaveUpAt, createdAt, ...waits }) => ({
    ...waits,
    gaveUpAt: gaveUpAt === null ? null : new Date(gaveUpAt),
    createdAt: new Date(createdAt),
  }));
}

/** Whether the round of a year that is under way gives the places of a limit: all but those that it leaves out. */
async function givenInRound(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
): Promise<(limit: Place) => boolean> {
  const round = await tx.round.findFirst({
    where: { schoolYearId, state: { notIn: ["draft", "closed"] } },
    select: { places: { where: { leftOut: true }, select: { specialityId: true, syllabusId: true } } },
  });
  return (limit) => round !== null && !round.places.some((leftOut) => isSamePlace(leftOut, limit));
}

/** How many places of a year are had of what a limit covers: counted in one pass, not once a limit. */
export async function countGivenPlaces(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
): Promise<(limit: Place) => number> {
  const had = await tx.$queryRaw<(Place & { count: number })[]>`
    select e.assigned_speciality_id as "specialityId", e.assigned_syllabus_id as "syllabusId", count(*)::int as count
    from enrollments e
    where e.school_year_id = ${schoolYearId} and ${holdsPlace(await getSchoolToday())}
    group by 1, 2`;
  return (limit) => sumCounts(had.map((place) => (isCoveredBy(limit, place) ? place.count : 0)));
}

function groupWaiting(waiting: WaitingRow[]): WaitingGroup[] {
  const lines = new Map<string, WaitingGroup>();
  for (const { isOnList, specialityId, syllabusId, specialities, syllabi, ...turn } of waiting) {
    const key = `${isOnList} ${specialityId}/${syllabusId} ${specialities}/${syllabi}`;
    const list = isOnList ? { specialityId, syllabusId } : null;
    const wishes = combinePlaces(specialities, syllabi);
    const line = lines.get(key) ?? { list, wants: list ? [list, ...wishes] : wishes, waiting: [] };
    line.waiting.push(turn);
    lines.set(key, line);
  }
  return [...lines.values()];
}
