import { Prisma } from "@/generated/prisma/client";
import { combinePlaces, isCoveredBy, isSamePlace, type Place } from "@/lib/decisions/place";
import {
  holdsPlace,
  IS_ERASED,
  IS_RENEWAL,
  RENEWAL_ORDER,
  STATES_WAITING,
  WAITING_ORDER,
} from "@/lib/enrollment/sql";
import { prisma } from "@/lib/platform/database/prisma";
import { getSchoolToday, getSettings } from "@/lib/school/settings";
import type { WaitingPosition } from "./waiting-order";
import { createYearPlaces, sumCounts, type WaitingGroup, type YearPlaces } from "./year-places";

/**
 * The free places and waiting groups of a year. Pending renewals count before new students, although they are on no
 * list (admission 14).
 */
export async function readYearPlaces(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
): Promise<YearPlaces> {
  const places = await tx.place.findMany({
    where: { schoolYearId },
    select: { specialityId: true, syllabusId: true, places: true },
  });
  const countTaken = await countTakenPlaces(tx, schoolYearId);
  const waiting = await readWaiting(tx, schoolYearId);
  const isInRound = await createRoundCheck(tx, schoolYearId);
  const limits = places.map(({ places, ...limit }) => ({
    ...limit,
    free: places - countTaken(limit),
    inRound: isInRound(limit),
  }));
  return createYearPlaces(limits, groupWaiting(waiting));
}

/** Returns a function that counts the taken places of a limit, from one query. */
export async function countTakenPlaces(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
): Promise<(limit: Place) => number> {
  const taken = await tx.$queryRaw<(Place & { count: number })[]>`
    select e.assigned_speciality_id as "specialityId", e.assigned_syllabus_id as "syllabusId", count(*)::int as count
    from enrollments e
    where e.school_year_id = ${schoolYearId} and ${holdsPlace(await getSchoolToday())}
    group by 1, 2`;
  return (limit) => sumCounts(taken.map((place) => (isCoveredBy(limit, place) ? place.count : 0)));
}

type WaitingEntry = Place & {
  id: string;
  reference: string;
  name: string | null;
  surname: string | null;
  createdAt: Date;
  turn: number | null;
  gaveUpAt: Date | null;
  version: number;
  /** From 1, among those who wait for the same place. */
  rank: number;
  count: number;
};

/**
 * The waiting enrollments with their rank for the same place, ordered by draw, then by time. Ranks are never stored. An
 * erased student can get no place, so nobody waits behind one.
 */
const rankedSql = (filter: Prisma.Sql) => Prisma.sql`
  select e.id, row_number() over (same order by ${WAITING_ORDER})::int as rank, count(*) over same::int as count
  from enrollments e where e.decided_state in ${STATES_WAITING} and not ${IS_ERASED} and ${filter}
  window same as (partition by e.school_year_id, e.assigned_speciality_id, e.assigned_syllabus_id)`;

export function readWaitingLists(schoolYearId: number): Promise<WaitingEntry[]> {
  return prisma().$queryRaw<WaitingEntry[]>`
    select e.id, e.reference, p.name, p.surname, e.created_at as "createdAt", e.turn, e.gave_up_at as "gaveUpAt", e.version,
      e.assigned_speciality_id as "specialityId", e.assigned_syllabus_id as "syllabusId", r.rank, r.count
    from (${rankedSql(Prisma.sql`e.school_year_id = ${schoolYearId}`)}) r
    join enrollments e on e.id = r.id join people p on p.id = e.student_id
    where r.rank = 1
    order by "specialityId" nulls last, "syllabusId" nulls first`;
}

/** The ranks of some enrollments that wait, by id; reads only their lists. */
export async function readRanks(ids: string[]): Promise<Map<string, number>> {
  const rows = await prisma().$queryRaw<{ id: string; rank: number }[]>`
    select r.id::text, r.rank from (${rankedSql(Prisma.sql`
      (e.school_year_id, coalesce(e.assigned_speciality_id, 0), coalesce(e.assigned_syllabus_id, 0)) in (
        select o.school_year_id, coalesce(o.assigned_speciality_id, 0), coalesce(o.assigned_syllabus_id, 0)
        from enrollments o where o.id = any(${ids}::uuid[]))`)}) r
    where r.id = any(${ids}::uuid[])`;
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

type WaitingRow = Place & WaitingPosition & { isOnList: boolean; specialities: number[]; syllabi: number[] };
type JsonRow = Omit<WaitingRow, "gaveUpAt" | "createdAt"> & { gaveUpAt: string | null; createdAt: string };

/** The waiting enrollments of a year, in order. Read as one JSON text, because Prisma converts thousands of values slowly. */
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
        and not ${IS_ERASED}
      order by ${WAITING_ORDER}) waits`;
  const waiting: JsonRow[] = JSON.parse(row?.waiting ?? "[]");
  return waiting.map(({ gaveUpAt, createdAt, ...waits }) => ({
    ...waits,
    gaveUpAt: gaveUpAt === null ? null : new Date(gaveUpAt),
    createdAt: new Date(createdAt),
  }));
}

async function createRoundCheck(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
): Promise<(limit: Place) => boolean> {
  const round = await tx.round.findFirst({
    where: { schoolYearId, state: { notIn: ["draft", "closed"] } },
    select: { places: { where: { leftOut: true }, select: { specialityId: true, syllabusId: true } } },
  });
  return (limit) => round !== null && !round.places.some((leftOut) => isSamePlace(leftOut, limit));
}

function groupWaiting(waiting: WaitingRow[]): WaitingGroup[] {
  const groups = new Map<string, WaitingGroup>();
  for (const { isOnList, specialityId, syllabusId, specialities, syllabi, ...position } of waiting) {
    const key = `${isOnList} ${specialityId}/${syllabusId} ${specialities}/${syllabi}`;
    const list = isOnList ? { specialityId, syllabusId } : null;
    const choices = combinePlaces(specialities, syllabi);
    const group = groups.get(key) ?? { list, requested: list ? [list, ...choices] : choices, waiting: [] };
    group.waiting.push(position);
    groups.set(key, group);
  }
  return [...groups.values()];
}

type GuardianBlocker = "disagreement_open" | "guardian_unanswered";

/**
 * Why guardians block an acceptance, by enrollment id: one disagrees, or the second one has not answered where the
 * school requires it. The caller locks the enrollments, so that no answer comes in between.
 */
export async function findGuardianBlockers(
  tx: Prisma.TransactionClient,
  ids: string[],
): Promise<Map<string, GuardianBlocker>> {
  const isRequired = (await getSettings()).second_guardian === "required";
  const rows = await tx.$queryRaw<{ id: string; code: GuardianBlocker }[]>`
    select e.id, case when disagrees then 'disagreement_open' else 'guardian_unanswered' end as code
    from enrollments e cross join lateral (
      select exists (
        select from disagreements d where d.enrollment_id = e.id and d.settled_at is null
      ) as disagrees, ${isRequired} and exists (
        select from guardianships g
        where g.student_id = e.student_id and g.position > 1
          and g.confirmed_at is null and g.denied_at is null and not g.kept_apart
          and not exists (select from disagreements o where o.enrollment_id = e.id and o.guardian_id = g.guardian_id)
      ) as unanswered
    ) guardians
    where e.id = any(${ids}::uuid[]) and (disagrees or unanswered)`;
  return new Map(rows.map(({ id, code }) => [id, code]));
}
