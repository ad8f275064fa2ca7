import { yearPlaces } from "@/lib/decisions/place";
import type { Place } from "@/lib/decisions/places/limits";
import { placeNumbers } from "@/lib/decisions/places/numbers";
import { type Actor, demand } from "@/lib/people/staff/rights";

export type TakenPlace = { name: string; taken: number; limit: number; waiting: number };

/** How the limits stand that a place falls under, before it is given; what has no limit is not among them. */
export async function placesTaken(actor: Actor, schoolYearId: number, place: Place): Promise<TakenPlace[]> {
  demand(actor, "read");
  const { specialityId, syllabusId } = place;
  const asked = [place, { specialityId, syllabusId: null }, { specialityId: null, syllabusId }].filter(
    (one, at) =>
      (one.specialityId !== null || one.syllabusId !== null) &&
      (at === 0 || (specialityId !== null && syllabusId !== null)),
  );
  const [{ specialities, syllabi }, numbers] = await Promise.all([
    yearPlaces(schoolYearId),
    placeNumbers(schoolYearId, asked),
  ]);
  const nameOf = ({ specialityId, syllabusId }: Place) =>
    [
      specialities.find(({ id }) => id === specialityId)?.name,
      syllabi.find(({ id }) => id === syllabusId)?.name,
    ]
      .filter(Boolean)
      .join(", ");
  return numbers.flatMap(({ limit, decided, waiting, ...of }) =>
    limit === null ? [] : [{ name: nameOf(of), taken: decided, limit, waiting }],
  );
}
