import type { Prisma } from "@/generated/prisma/client";
import { getCatalogueSnapshot } from "@/lib/catalogue/snapshot";
import type { Place } from "@/lib/decisions/places/limits";
import type { EnrollmentStatus } from "./standing";

export const NO_PLACE: Place = { specialityId: null, syllabusId: null };

/** Whether a place is one of the enrollment's year, wished or not. */
export async function isKnownPlace(
  { schoolYearId }: Pick<EnrollmentStatus, "schoolYearId">,
  { specialityId, syllabusId }: Place,
): Promise<boolean> {
  const year = (await getCatalogueSnapshot()).byYear.get(schoolYearId);
  return Boolean(
    (specialityId === null || year?.specialities.ids.has(specialityId)) &&
      (syllabusId === null || year?.syllabi.ids.has(syllabusId)),
  );
}

/** What the family wants most; undefined when they chose nothing. */
export const getFirstRequestedPlace = async (tx: Prisma.TransactionClient, enrollmentId: string) =>
  (await getRequestedPlaces(tx, enrollmentId))[0];

/** The family's choices as places: each speciality in its order, with each syllabus in its. */
export async function getRequestedPlaces(tx: Prisma.TransactionClient, enrollmentId: string): Promise<Place[]> {
  const where = { where: { enrollmentId }, orderBy: { option: "asc" } } as const;
  const specialities = await tx.specialityChoice.findMany({ ...where, select: { specialityId: true } });
  const syllabi = await tx.syllabusChoice.findMany({ ...where, select: { syllabusId: true } });
  return combinePlaces(
    specialities.map(({ specialityId }) => specialityId),
    syllabi.map(({ syllabusId }) => syllabusId),
  );
}

/** Specialities and syllabi, each in the order of wishing, as places in that order. */
export function combinePlaces(specialities: number[], syllabi: number[]): Place[] {
  if (specialities.length === 0) return syllabi.map((syllabusId) => ({ specialityId: null, syllabusId }));
  if (syllabi.length === 0) return specialities.map((specialityId) => ({ specialityId, syllabusId: null }));
  return specialities.flatMap((specialityId) => syllabi.map((syllabusId) => ({ specialityId, syllabusId })));
}

type Assigned = Pick<EnrollmentStatus, "assignedSpecialityId" | "assignedSyllabusId">;

export const getAssignedPlace = ({ assignedSpecialityId, assignedSyllabusId }: Assigned): Place => ({
  specialityId: assignedSpecialityId,
  syllabusId: assignedSyllabusId,
});

/** A year's specialities and syllabi with their names for people: a syllabus without one is its course. */
export async function getYearStudies(schoolYearId: number) {
  const year = (await getCatalogueSnapshot()).byYear.get(schoolYearId);
  return {
    specialities: year?.specialities.items.map(({ id, name }) => ({ id, name })) ?? [],
    syllabi:
      year?.syllabi.items.map(({ id, name, degree, course }) => ({
        id,
        name: name || `${degree.name}, ${course.name}`,
      })) ?? [],
  };
}

/** A place's names, for people. */
export async function getPlaceNames(schoolYearId: number, { specialityId, syllabusId }: Place) {
  const { specialities, syllabi } = await getYearStudies(schoolYearId);
  return {
    speciality: specialities.find(({ id }) => id === specialityId)?.name,
    syllabus: syllabi.find(({ id }) => id === syllabusId)?.name,
  };
}
