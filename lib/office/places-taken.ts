import { getYearStudies } from "@/lib/decisions/place";
import { isCoveredBy, type Place } from "@/lib/decisions/places/limits";
import { readOccupiedCounts } from "@/lib/decisions/places/numbers";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";

/** How many have it now, how many more would, of how many; and how many wait for it. */
export type OccupiedPlace = Place & {
  name: string;
  taken: number;
  given: number;
  limit: number;
  waiting: number;
};

/** How the limits of a year would stand that some places fall under, once these are given too (face 3). */
export async function readOccupiedPlaces(
  actor: Actor,
  schoolYearId: number,
  places: Place[],
): Promise<OccupiedPlace[]> {
  requirePermission(actor, "read");
  const limits = await prisma().place.findMany({
    where: { schoolYearId },
    orderBy: [{ specialityId: "asc" }, { syllabusId: "asc" }],
    select: { specialityId: true, syllabusId: true },
  });
  const givenOf = (limit: Place) => places.filter((place) => isCoveredBy(limit, place)).length;
  const touched = limits.filter((limit) => givenOf(limit) > 0);
  if (touched.length === 0) return [];
  const [{ specialities, syllabi }, numbers] = await Promise.all([
    getYearStudies(schoolYearId),
    readOccupiedCounts(schoolYearId, touched),
  ]);
  const nameOf = ({ specialityId, syllabusId }: Place) =>
    [specialities.find(({ id }) => id === specialityId), syllabi.find(({ id }) => id === syllabusId)]
      .flatMap((part) => part?.name ?? [])
      .join(", ");
  return numbers.flatMap(({ limit, decided: taken, waiting, ...place }) =>
    limit === null ? [] : { ...place, name: nameOf(place), taken, given: givenOf(place), limit, waiting },
  );
}
