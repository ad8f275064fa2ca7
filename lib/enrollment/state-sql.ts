import { Prisma } from "@/generated/prisma/client";
import type { Day } from "@/lib/platform/dates";
import { isOver, type State, stateNames, statesThatHold } from "./states";

const list = (of: State[]) => Prisma.raw(`(${of.map((state) => `'${state}'`).join(", ")})`);

/** The states in which a place is had, as SQL: `e.decided_state in ${WITH_PLACE}`. */
export const WITH_PLACE = list(statesThatHold("place"));

/** Those in which it is waited for. */
export const ON_LIST = list(statesThatHold("list"));

/** Those in which nothing stands any more: the student may be enrolled for the year again. */
export const OVER = list(stateNames.filter(isOver));

/** In which order those who wait are called (`isBefore` of lib/decisions/turns.ts): `order by ${IN_TURN}` of `e`. */
export const IN_TURN = Prisma.sql`e.gave_up_at nulls first, e.turn nulls last, e.created_at, e.id`;

/**
 * Whether silence has lost an accepted `e` its place by a day of the school's (admission 12): the day to answer is
 * over, and no guardian's disagreement holds the place.
 */
export const answerLapsed = (day: Prisma.Sql) => Prisma.sql`(exists (
    select from place_answers a where a.enrollment_id = e.id and a.answer is null and a.loses and a.answer_by < ${day})
  and not exists (select from disagreements d where d.enrollment_id = e.id and d.settled_at is null))`;

/** Whether `e` is decided to have a place and has not lost it by silence; an open answer holds it. */
export const holdsPlace = (day: Day) =>
  Prisma.sql`(e.decided_state in ${WITH_PLACE} and not ${answerLapsed(Prisma.sql`${day}::date`)})`;
