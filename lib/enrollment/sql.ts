import { Prisma } from "@/generated/prisma/client";
import type { Day } from "@/lib/platform/dates";
import { isEnded, listStatesHolding, type State, stateNames } from "./states";

const toSqlList = (items: State[]) => Prisma.raw(`(${items.map((state) => `'${state}'`).join(", ")})`);

/** The states with a place, as SQL: `e.decided_state in ${STATES_WITH_PLACE}`. */
export const STATES_WITH_PLACE = toSqlList(listStatesHolding("place"));

export const STATES_WAITING = toSqlList(listStatesHolding("list"));

/** The ended states: the student may be enrolled for the year again. */
export const STATES_ENDED = toSqlList(stateNames.filter(isEnded));

/** Whether the student of `e` is erased; reads the erased people once instead of per row. */
export const IS_ERASED = Prisma.sql`e.student_id in (select p.id from people p where p.erased_at is not null)`;

/** The place that the family of `e` knows, as `notified`. */
export const JOIN_NOTIFIED_PLACE = Prisma.sql`
  left join lateral (
    select d.speciality_id, d.syllabus_id from decisions d
    where d.enrollment_id = e.id and d.status = 'told'
    order by d.settled_at desc, d.decided_at desc limit 1
  ) notified on true`;

/**
 * Whether `e` is a renewal: submitted until the last day of its year's renewal, by a student with a place in the
 * previous year (admission 14). Renewals come before new students.
 */
export const IS_RENEWAL = Prisma.sql`(exists (
    select from renewals r where r.school_year_id = e.school_year_id and r.asked_at is not null
      and e.created_at < coalesce(r.ends_at, 'infinity'))
  and exists (
    select from enrollments had where had.student_id = e.student_id
      and had.state in ${STATES_WITH_PLACE} and had.decided_state in ${STATES_WITH_PLACE}
      and had.school_year_id = (
        select b.id from school_years b join school_years y on b.start_school_year < y.start_school_year
        where y.id = e.school_year_id order by b.start_school_year desc limit 1)))`;

/** Of `e`: 0 renews unchanged, 1 renews with changes, 2 is new (admission 14). */
export const RENEWAL_ORDER = Prisma.sql`(case
  when not (${IS_RENEWAL}) then 2
  when exists (select from going_on w where w.student_id = e.student_id and w.school_year_id = e.school_year_id
    and w.answer = 'stay') then 0
  else 1 end)`;

/** The order of the waiting list of `e`, the same as `isCalledBefore` (lib/decisions/waiting-order.ts). */
export const WAITING_ORDER = Prisma.sql`e.gave_up_at nulls first, e.turn nulls last, ${RENEWAL_ORDER}, e.created_at, e.id`;

/**
 * Whether accepted `e` has lost its place by not answering in time (admission 12): the last day has passed, and no
 * guardian's disagreement is open.
 */
export const hasConfirmationExpired = (day: Prisma.Sql) => Prisma.sql`(exists (
    select from place_answers a where a.enrollment_id = e.id and a.answer is null and a.loses and a.answer_by < ${day})
  and not exists (select from disagreements d where d.enrollment_id = e.id and d.settled_at is null))`;

/** Whether `e` has a place by decision and has not lost it by not answering. */
export const holdsPlace = (day: Day) =>
  Prisma.sql`(e.decided_state in ${STATES_WITH_PLACE} and not ${hasConfirmationExpired(Prisma.sql`${day}::date`)})`;
