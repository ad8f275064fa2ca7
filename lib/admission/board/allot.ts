import { isCoveredBy, isSamePlace, type Place } from "@/lib/decisions/place";

/** How many places a speciality, a syllabus or a pair has for the round: what was given before is taken off. */
export type RoundLimit = Place & { free: number };

export type Candidate = {
  reference: string;
  /** In their order. */
  wishes: Place[];
  /** Withdrawn or erased after the draw: keeps the line, takes no place. */
  gone?: boolean;
};

/** What the head has put otherwise: a place, or none. */
export type Move = { reference: string; to: Place | null };

export type Award = {
  reference: string;
  place: Place | null;
  /** Which wish of theirs it is, from 1; null where it is none of them. */
  choice: number | null;
  /** Without a place: where they stand on the list of their first wish, from 1. */
  rank: number | null;
  moved: boolean;
};

/**
 * Gives the places of a round (admission 5): in the order of the draw each takes the first of their wishes that all
 * limits have room for. Who was moved takes theirs before everybody else. Wishes that no limit covers are not the round's.
 *
 * @param sortedCandidates by points, then by the draw; of each reference one
 * @returns one award each, in the same order: the same for the same input, for ever
 */
export function allot(sortedCandidates: Candidate[], limits: RoundLimit[], moves: Move[] = []): Award[] {
  const left = limits.map((limit) => ({ ...limit }));
  const covering = (place: Place) => left.filter((limit) => isCoveredBy(limit, place));
  const take = (place: Place) => {
    for (const limit of covering(place)) limit.free -= 1;
  };
  const moved = new Map(moves.map(({ reference, to }) => [reference, to]));
  for (const { reference, gone } of sortedCandidates) {
    const to = moved.get(reference);
    if (to && !gone) take(to);
  }
  const given = sortedCandidates.map((candidate) => {
    const { reference, wishes, gone } = candidate;
    const to = moved.get(reference);
    if (to !== undefined && !gone) return { candidate, place: to, moved: true };
    const fits = (choice: Place) => isInRound(choice, left) && covering(choice).every(({ free }) => free > 0);
    const place = gone ? null : (wishes.find(fits) ?? null);
    if (place) take(place);
    return { candidate, place, moved: false };
  });
  const waiting = new Map<string, number>();
  return given.map(({ candidate: { reference, wishes, gone }, place, moved }) => {
    const at = place ? wishes.findIndex((choice) => isSamePlace(choice, place)) : -1;
    const list = wishes.find((choice) => isInRound(choice, limits));
    const rank = place || gone || !list ? null : nextRank(waiting, list);
    return { reference, place, choice: at === -1 ? null : at + 1, rank, moved };
  });
}

/** Whether a wish is one that the round gives: some limit covers it. */
export const isInRound = (choice: Place, limits: Place[]): boolean =>
  limits.some((limit) => isCoveredBy(limit, choice));

function nextRank(waiting: Map<string, number>, { specialityId, syllabusId }: Place): number {
  const key = `${specialityId}/${syllabusId}`;
  const rank = (waiting.get(key) ?? 0) + 1;
  waiting.set(key, rank);
  return rank;
}
