import { Prisma } from "@/generated/prisma/client";
import type { Day } from "@/lib/platform/dates";
import { isEnded, listStatesHolding, type State, stateNames } from "./states";

const list = (of: State[]) => Prisma.raw(`(${of.map((state) => `'${state}'`).join(", ")})`);

/** The states in which a place is had, as SQL: `e.decided_state in ${STATES_WITH_PLACE}`. */
export const STATES_WITH_PLACE = list(listStatesHolding("place"));

/** Those in which it is waited for. */
export const STATES_WAITING = list(listStatesHolding("list"));

/** Those in which nothing stands any more: the student may be enrolled for the year again. */
export const STATES_ENDED = list(stateNames.filter(isEnded));

/**
 * Whether `e` was asked for until the last day of its year's renewal, for a student who has a place in the year before
 * (admission 14): it comes before newcomers.
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

/** Of `e`: 0 goes on as it was, 1 goes on and changes, 2 is a newcomer (admission 14). */
export const RENEWAL_ORDER = Prisma.sql`(case
  when not (${IS_RENEWAL}) then 2
  when exists (select from going_on w where w.student_id = e.student_id and w.school_year_id = e.school_year_id
    and w.answer = 'stay') then 0
  else 1 end)`;

/** In which order those who wait are called (`isCalledBefore` of lib/decisions/waiting-order.ts): `order by ${WAITING_ORDER}` of `e`. */
export const WAITING_ORDER = Prisma.sql`e.gave_up_at nulls first, e.turn nulls last, ${RENEWAL_ORDER}, e.created_at, e.id`;

/**
 * Whether silence has lost an accepted `e` its place by a day of the school's (admission 12): the day to answer is
 * over, and no guardian's disagreement holds the place.
 */
export const hasConfirmationExpired = (day: Prisma.Sql) => Prisma.sql`(exists (
    select from place_answers a where a.enrollment_id = e.id and a.answer is null and a.loses and a.answer_by < ${day})
  and not exists (select from disagreements d where d.enrollment_id = e.id and d.settled_at is null))`;

/** Whether `e` is decided to have a place and has not lost it by silence; an open answer holds it. */
export const holdsPlace = (day: Day) =>
  Prisma.sql`(e.decided_state in ${STATES_WITH_PLACE} and not ${hasConfirmationExpired(Prisma.sql`${day}::date`)})`;
