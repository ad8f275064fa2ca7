import { isCoveredBy, isSamePlace, type Place } from "@/lib/decisions/place";

/** The places of a speciality, syllabus or pair for the round, without those assigned before it. */
type RoundLimit = Place & { free: number };

type Candidate = {
  reference: string;
  wishes: Place[];
  /** Withdrawn or erased after the draw: keeps the line, gets no place. */
  gone?: boolean;
};

type Move = { reference: string; to: Place | null };

type Award = {
  reference: string;
  place: Place | null;
  /** The number of the choice, from 1; null when it was not chosen. */
  choice: number | null;
  /** Without a place: the rank on the list of the first choice, from 1. */
  rank: number | null;
  moved: boolean;
};

/**
 * Assigns the places of a round (admission 5): in the order of the draw, each candidate gets the first choice for
 * which all limits have room. Moved candidates get their places first. Choices without a limit are not part of the
 * round.
 * @param sortedCandidates by points, then by the draw; each reference once
 * @returns one award per candidate in the same order; deterministic
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

/** Whether the round assigns a place, because a limit covers it. */
export const isInRound = (choice: Place, limits: Place[]): boolean =>
  limits.some((limit) => isCoveredBy(limit, choice));

function nextRank(waiting: Map<string, number>, { specialityId, syllabusId }: Place): number {
  const key = `${specialityId}/${syllabusId}`;
  const rank = (waiting.get(key) ?? 0) + 1;
  waiting.set(key, rank);
  return rank;
}
