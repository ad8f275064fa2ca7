import type { Prisma } from "@/generated/prisma/client";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import type { Place } from "@/lib/decisions/places/limits";
import type { Standing } from "./standing";

export const NOWHERE: Place = { specialityId: null, syllabusId: null };

/** Whether a place is one of the enrollment's year, wished or not. */
export async function isKnownPlace(
  { schoolYearId }: Pick<Standing, "schoolYearId">,
  { specialityId, syllabusId }: Place,
): Promise<boolean> {
  const year = (await catalogueSnapshot()).byYear.get(schoolYearId);
  return Boolean(
    (specialityId === null || year?.specialities.ids.has(specialityId)) &&
      (syllabusId === null || year?.syllabi.ids.has(syllabusId)),
  );
}

/** What the family wants most; undefined when they chose nothing. */
export const firstWish = async (tx: Prisma.TransactionClient, enrollmentId: string) =>
  (await wishedPlaces(tx, enrollmentId))[0];

/** The family's choices as places: each speciality in its order, with each syllabus in its. */
export async function wishedPlaces(tx: Prisma.TransactionClient, enrollmentId: string): Promise<Place[]> {
  const where = { where: { enrollmentId }, orderBy: { option: "asc" } } as const;
  const specialities = await tx.specialityChoice.findMany({ ...where, select: { specialityId: true } });
  const syllabi = await tx.syllabusChoice.findMany({ ...where, select: { syllabusId: true } });
  return placesOf(
    specialities.map(({ specialityId }) => specialityId),
    syllabi.map(({ syllabusId }) => syllabusId),
  );
}

/** Specialities and syllabi, each in the order of wishing, as places in that order. */
export function placesOf(specialities: number[], syllabi: number[]): Place[] {
  if (specialities.length === 0) return syllabi.map((syllabusId) => ({ specialityId: null, syllabusId }));
  if (syllabi.length === 0) return specialities.map((specialityId) => ({ specialityId, syllabusId: null }));
  return specialities.flatMap((specialityId) => syllabi.map((syllabusId) => ({ specialityId, syllabusId })));
}

type Assigned = Pick<Standing, "assignedSpecialityId" | "assignedSyllabusId">;

export const assignedPlace = ({ assignedSpecialityId, assignedSyllabusId }: Assigned): Place => ({
  specialityId: assignedSpecialityId,
  syllabusId: assignedSyllabusId,
});

/** A year's specialities and syllabi with their names for people: a syllabus without one is its course. */
export async function yearPlaces(schoolYearId: number) {
  const year = (await catalogueSnapshot()).byYear.get(schoolYearId);
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
export async function placeNames(schoolYearId: number, { specialityId, syllabusId }: Place) {
  const { specialities, syllabi } = await yearPlaces(schoolYearId);
  return {
    speciality: specialities.find(({ id }) => id === specialityId)?.name,
    syllabus: syllabi.find(({ id }) => id === syllabusId)?.name,
  };
}
