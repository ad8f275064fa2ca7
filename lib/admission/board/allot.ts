import { isCoveredBy, isSamePlace, type Place } from "@/lib/decisions/place";

/** The places of a speciality, syllabus or pair for the round, without those assigned before it. */
type RoundLimit = Place & { free: number };

type Candidate = {
  reference: string;
  choices: Place[];
  /** Withdrawn or erased after the draw: keeps the line, gets no place. */
  isExcluded?: boolean;
};

type Move = { reference: string; to: Place | null };

/**
 * Assigns the places of a round (admission 5): in the order of the draw, each candidate gets the first choice for
 * which all limits have room. Moved candidates get their places first. Choices without a limit are not part of the
 * round.
 * @param sortedCandidates by points, then by the draw; each reference once
 * @returns one award per candidate in the same order; deterministic. `choice`: the number of the choice, from 1; null
 * when it was not chosen; `rank`: without a place, the rank on the list of the first choice, from 1
 */
export function allot(sortedCandidates: Candidate[], limits: RoundLimit[], moves: Move[] = []) {
  const openLimits = limits.map((limit) => ({ ...limit }));
  const listCovering = (place: Place) => openLimits.filter((limit) => isCoveredBy(limit, place));
  const take = (place: Place) => {
    for (const limit of listCovering(place)) limit.free -= 1;
  };
  const movedTo = new Map(moves.map(({ reference, to }) => [reference, to]));
  for (const { reference, isExcluded } of sortedCandidates) {
    const to = movedTo.get(reference);
    if (to && !isExcluded) take(to);
  }
  const assigned = sortedCandidates.map((candidate) => {
    const { reference, choices, isExcluded } = candidate;
    const to = movedTo.get(reference);
    if (to !== undefined && !isExcluded) return { candidate, place: to, moved: true };
    const isFree = (choice: Place) =>
      isInRound(choice, openLimits) && listCovering(choice).every(({ free }) => free > 0);
    const place = isExcluded ? null : (choices.find(isFree) ?? null);
    if (place) take(place);
    return { candidate, place, moved: false };
  });
  const waiting = new Map<string, number>();
  return assigned.map(({ candidate: { reference, choices, isExcluded }, place, moved }) => {
    const index = place ? choices.findIndex((choice) => isSamePlace(choice, place)) : -1;
    const list = choices.find((choice) => isInRound(choice, limits));
    const rank = place || isExcluded || !list ? null : nextRank(waiting, list);
    return { reference, place, choice: index === -1 ? null : index + 1, rank, moved };
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
