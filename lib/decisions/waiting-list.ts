import { Prisma } from "@/generated/prisma/client";
import type { Place } from "@/lib/decisions/places/limits";
import { WAITING_ORDER, STATES_WAITING } from "@/lib/enrollment/state-sql";
import { prisma } from "@/lib/platform/prisma";
import type { EnrollmentStatus } from "./standing";

export type WaitingEntry = Place & {
  id: string;
  reference: string;
  name: string | null;
  surname: string | null;
  createdAt: Date;
  turn: number | null;
  gaveUpAt: Date | null;
  version: number;
  /** From 1, on the list of the same place. */
  rank: number;
  /** How many wait there. */
  count: number;
};

/**
 * Who waits, each with the rank on the list of the same place: the turn decides, then the time of
 * sending. It is counted here and stored nowhere.
 */
const ranked = (lists: Prisma.Sql) => Prisma.sql`
  select e.id, row_number() over (same order by ${WAITING_ORDER})::int as rank, count(*) over same::int as count
  from enrollments e where e.decided_state in ${STATES_WAITING} and ${lists}
  window same as (partition by e.school_year_id, e.assigned_speciality_id, e.assigned_syllabus_id)`;

/** So many of each list are shown beside the others; the rest stands in pages of its own. */
const FIRST_WAITING = 5;

/** The first who wait for each place of a school year, in their order. */
export function readWaitingLists(schoolYearId: number): Promise<WaitingEntry[]> {
  return prisma().$queryRaw<WaitingEntry[]>`
    select e.id, e.reference, p.name, p.surname, e.created_at as "createdAt", e.turn, e.gave_up_at as "gaveUpAt", e.version,
      e.assigned_speciality_id as "specialityId", e.assigned_syllabus_id as "syllabusId", r.rank, r.count
    from (${ranked(Prisma.sql`e.school_year_id = ${schoolYearId}`)}) r
    join enrollments e on e.id = r.id join people p on p.id = e.student_id
    where r.rank <= ${FIRST_WAITING}
    order by "specialityId" nulls last, "syllabusId" nulls first, rank`;
}

/** The ranks of those of some enrollments that wait, by their ids: counted on the lists that they are on, and no other. */
export async function readRanks(ids: string[]): Promise<Map<string, number>> {
  const rows = await prisma().$queryRaw<{ id: string; rank: number }[]>`
    select r.id::text, r.rank from (${ranked(Prisma.sql`
      (e.school_year_id, coalesce(e.assigned_speciality_id, 0), coalesce(e.assigned_syllabus_id, 0)) in (
        select o.school_year_id, coalesce(o.assigned_speciality_id, 0), coalesce(o.assigned_syllabus_id, 0)
        from enrollments o where o.id = any(${ids}::uuid[]))`)}) r
    where r.id = any(${ids}::uuid[])`;
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

/** The rank of one that waits, from 1. */
export async function readRank(tx: Prisma.TransactionClient, standing: EnrollmentStatus): Promise<number> {
  const { id, schoolYearId, assignedSpecialityId, assignedSyllabusId } = standing;
  const [row] = await tx.$queryRaw<{ rank: number }[]>`
    select listed.rank from (
      select e.id, row_number() over (order by ${WAITING_ORDER})::int as rank from enrollments e
      where e.school_year_id = ${schoolYearId} and e.decided_state in ${STATES_WAITING}
        and e.assigned_speciality_id is not distinct from ${assignedSpecialityId}::int
        and e.assigned_syllabus_id is not distinct from ${assignedSyllabusId}::int
    ) listed where listed.id = ${id}::uuid`;
  return row?.rank ?? 1;
}
