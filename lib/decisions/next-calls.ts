import { getFreeCount, createFreePlaceLookup, takePlace, isFull, listBlockers } from "./free-places";
import { isSamePlace, type Place } from "./places/limits";
import { isCalledBefore, type WaitingPosition } from "./turns";
import type { YearPlaces } from "./year-places";

/** Somebody who waits and can be called for a place. */
export type NextCall = { id: string; place: Place };

/**
 * Who is called for what is free (admission 13), in the order of turns: each for the first of their wishes whose
 * limits have room, as many as are free. Whoever cannot be accepted keeps their turn, and is not passed over. What
 * has no limit is nobody's to call for. The places that are given stand given in `year` afterwards.
 *
 * @param isBlocked whether somebody cannot be accepted now, for what a guardian has said or has still to say
 */
export function findNextCalls(year: YearPlaces, isBlocked: (id: string) => boolean): NextCall[] {
  const waiting = year.lines
    .flatMap(({ list, wants, waiting }) =>
      list ? waiting.map((turn) => ({ turn, wants: listRequestedPlaces(list, wants) })) : [],
    )
    .sort((one, other) => (isCalledBefore(one.turn, other.turn) ? -1 : 1));
  return waiting.flatMap(({ turn, wants }) => {
    if (isBlocked(turn.id)) return [];
    const place = wants.find(openTo(year, turn));
    if (!place) return [];
    takePlace(year, turn, place);
    return [{ id: turn.id, place }];
  });
}

/** Their wishes in their order; a list that is none of them is what they wait for in the first place. */
function listRequestedPlaces(list: Place, [, ...wishes]: Place[]): Place[] {
  return wishes.some((wish) => isSamePlace(wish, list)) ? wishes : [list, ...wishes];
}

function openTo(year: YearPlaces, turn: WaitingPosition): (place: Place) => boolean {
  const left = createFreePlaceLookup(year, turn);
  return (place) => {
    const free = getFreeCount(year, place);
    return free !== null && !isFull({ free }) && listBlockers(left(place)).length === 0;
  };
}
