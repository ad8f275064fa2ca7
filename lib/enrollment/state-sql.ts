import { Prisma } from "@/generated/prisma/client";
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
