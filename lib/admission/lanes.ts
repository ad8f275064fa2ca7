import type { Board, BoardRow } from "./board";

/** A speciality of a board, or what is wished without one: who is in, and who is out and waits for it first. */
export type SpecialityGroup = {
  specialityId: number | null;
  inside: BoardRow[];
  outside: BoardRow[];
  /** The limit, and what was given of it before; null where only its pairs or syllabi have one. */
  limit: { places: number; given: number } | null;
};

/** A board by speciality, in the order of their ids; a line is in the lane of its place, else in that of its first wish. */
export function groupBySpeciality({ lines, limits }: Board): SpecialityGroup[] {
  const lanes = new Map<number | null, SpecialityGroup>();
  const laneOf = (specialityId: number | null): SpecialityGroup => {
    const limit = limits.find((one) => one.specialityId === specialityId && one.syllabusId === null) ?? null;
    const lane = lanes.get(specialityId) ?? { specialityId, inside: [], outside: [], limit };
    lanes.set(specialityId, lane);
    return lane;
  };
  for (const { specialityId, syllabusId } of limits)
    if (specialityId !== null && !syllabusId) laneOf(specialityId);
  for (const line of lines) {
    if (line.gone) continue;
    const { place, wishes } = line;
    if (place) laneOf(place.specialityId).inside.push(line);
    else laneOf(wishes[0]?.specialityId ?? null).outside.push(line);
  }
  return [...lanes.values()].sort((one, other) => (one.specialityId ?? 0) - (other.specialityId ?? 0));
}
