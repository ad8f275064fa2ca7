import { Prisma } from "@/generated/prisma/client";
import { STATES_ENDED } from "@/lib/enrollment/sql";

/** The desk has marked students `p` and `q` as two people. */
const IS_NOT_DUPLICATE = Prisma.sql`exists (
  select from different_people d where d.one_id = least(p.id, q.id) and d.other_id = greatest(p.id, q.id))`;

/**
 * Active enrollments with a possible duplicate in the same year: the same folded name and birth date, not marked as
 * two people.
 * Reads the few repeated keys first, of all sandboxes, because an index has them in order; as an array, so that the
 * people are found by the index too.
 */
export const POSSIBLE_DUPLICATES = Prisma.sql`(
  with alike as materialized (
    select p.id, p.same_key from people p where p.same_key = any(array(
      select same_key from all_people where same_key is not null group by same_key having count(*) > 1)))
  select e.id from alike p
  join enrollments e on e.student_id = p.id and e.decided_state not in ${STATES_ENDED}
  where exists (
    select from alike q join enrollments o on o.student_id = q.id
    where q.same_key = p.same_key and q.id <> p.id and o.school_year_id = e.school_year_id
      and o.decided_state not in ${STATES_ENDED} and not ${IS_NOT_DUPLICATE}))`;

/** Whether enrollment `e` is in `POSSIBLE_DUPLICATES`; for queries of few enrollments. */
export const HAS_POSSIBLE_DUPLICATE = Prisma.sql`(e.decided_state not in ${STATES_ENDED} and exists (
  select from people p join people q on q.same_key = p.same_key and q.id <> p.id
  join enrollments o on o.student_id = q.id and o.school_year_id = e.school_year_id
  where p.id = e.student_id and o.decided_state not in ${STATES_ENDED} and not ${IS_NOT_DUPLICATE}))`;

/** Another enrollment of the year with the same name and birth date; `areTwo`: marked as two people. */
type PossibleDuplicate = { reference: string; studentId: string; areTwo: boolean };

/** The possible duplicates of an enrollment, first submitted first. */
export async function findPossibleDuplicates(
  db: Prisma.TransactionClient,
  enrollmentId: string,
): Promise<PossibleDuplicate[]> {
  return db.$queryRaw<PossibleDuplicate[]>`
    select o.reference, q.id as "studentId", ${IS_NOT_DUPLICATE} as "areTwo" from enrollments e
    join people p on p.id = e.student_id
    join people q on q.same_key = p.same_key and q.id <> p.id
    join enrollments o on o.student_id = q.id and o.school_year_id = e.school_year_id
    where e.id = ${enrollmentId}::uuid
    order by o.created_at, o.id`;
}

/** The ids of those enrollments that are in `POSSIBLE_DUPLICATES`. */
export async function filterPossibleDuplicates(
  db: Prisma.TransactionClient,
  ids: string[],
): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select e.id::text from enrollments e where e.id = any(${ids}::uuid[]) and ${HAS_POSSIBLE_DUPLICATE}`;
  return new Set(rows.map(({ id }) => id));
}
