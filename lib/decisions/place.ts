import type { Prisma } from "@/generated/prisma/client";
import { getNameIn, type Named } from "@/lib/catalogue/names";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { teaches } from "@/lib/catalogue/suggest-courses";
import { readChoices } from "@/lib/enrollment/queries";
import { getState } from "@/lib/enrollment/states";
import { DomainError } from "@/lib/people/verb";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import type { EnrollmentStatus } from "./status";

/** @throws DomainError `year_unknown` */
export async function requireYear(tx: Prisma.TransactionClient, id: number): Promise<void> {
  if ((await tx.schoolYear.count({ where: { id } })) === 0) throw new DomainError({ code: "year_unknown" });
}

export const NO_PLACE: Place = { specialityId: null, syllabusId: null };

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

/** The family's choices as places: each speciality in order, with each syllabus in order. */
export async function getRequestedPlaces(
  tx: Prisma.TransactionClient,
  enrollmentId: string,
): Promise<Place[]> {
  const { specialities, syllabi } = await readChoices(tx, enrollmentId);
  return combinePlaces(
    specialities.map(({ id }) => id),
    syllabi.map(({ id }) => id),
  );
}

export function combinePlaces(specialities: number[], syllabi: number[]): Place[] {
  if (specialities.length === 0) return syllabi.map((syllabusId) => ({ specialityId: null, syllabusId }));
  if (syllabi.length === 0) return specialities.map((specialityId) => ({ specialityId, syllabusId: null }));
  return specialities.flatMap((specialityId) => syllabi.map((syllabusId) => ({ specialityId, syllabusId })));
}

/** Returns a check that a pair is offered: a syllabus may name its specialities. */
export async function createPairCheck(schoolYearId: number): Promise<(place: Place) => boolean> {
  const syllabi = (await getCatalogueSnapshot()).byYear.get(schoolYearId)?.syllabi.items ?? [];
  const byId = new Map(syllabi.map((syllabus) => [syllabus.id, syllabus]));
  return ({ specialityId, syllabusId }) => {
    const syllabus = byId.get(syllabusId ?? 0);
    return specialityId === null || !syllabus || teaches(syllabus, specialityId);
  };
}

type AssignedPlace = Pick<EnrollmentStatus, "assignedSpecialityId" | "assignedSyllabusId">;

export const getAssignedPlace = ({ assignedSpecialityId, assignedSyllabusId }: AssignedPlace): Place => ({
  specialityId: assignedSpecialityId,
  syllabusId: assignedSyllabusId,
});

type PlaceAndChoices = AssignedPlace &
  Pick<EnrollmentStatus, "decidedState"> & {
    specialityChoices: { option: number; specialityId: number }[];
    syllabusChoices: { option: number; syllabusId: number }[];
  };

/**
 * The place that a family pays for: the assigned one, with the first chosen syllabus where it has none; without a
 * place the first choice.
 */
export function getPaidPlace(row: PlaceAndChoices): Place {
  const isFirst = ({ option }: { option: number }) => option === 1;
  const specialityId = row.specialityChoices.find(isFirst)?.specialityId ?? null;
  const syllabusId = row.syllabusChoices.find(isFirst)?.syllabusId ?? null;
  if (getState(row.decidedState).holds !== "place") return { specialityId, syllabusId };
  const assigned = getAssignedPlace(row);
  return { ...assigned, syllabusId: assigned.syllabusId ?? syllabusId };
}

/** The specialities and syllabi of a year with their names, in Spanish without a locale. */
export async function getYearStudies(schoolYearId: number, locale = "es") {
  const year = (await getCatalogueSnapshot()).byYear.get(schoolYearId);
  const toOption = (study: Named & { id: number }) => ({ id: study.id, name: getNameIn(study, locale).text });
  return {
    specialities: year?.specialities.items.map(toOption) ?? [],
    syllabi: year?.syllabi.items.map(toOption) ?? [],
  };
}

/**
 * Returns a function that names the places of a year: speciality and syllabus; empty without a place. In Spanish
 * without a locale.
 */
export async function createPlaceNamer(schoolYearId: number, locale?: string) {
  const { specialities, syllabi } = await getYearStudies(schoolYearId, locale);
  return (place: Place | null): string =>
    [
      specialities.find(({ id }) => id === place?.specialityId)?.name,
      syllabi.find(({ id }) => id === place?.syllabusId)?.name,
    ]
      .filter(Boolean)
      .join(", ");
}

/** A place's names: in Spanish for the desk, in their language for families. */
export async function getPlaceNames(
  schoolYearId: number,
  { specialityId, syllabusId }: Place,
  locale?: string,
) {
  const { specialities, syllabi } = await getYearStudies(schoolYearId, locale);
  return {
    speciality: specialities.find(({ id }) => id === specialityId)?.name,
    syllabus: syllabi.find(({ id }) => id === syllabusId)?.name,
  };
}

export type Place = { specialityId: number | null; syllabusId: number | null };

/** Whether two places are equal; a speciality alone differs from one with a syllabus. */
export const isSamePlace = (a: Place, b: Place) =>
  a.specialityId === b.specialityId && a.syllabusId === b.syllabusId;

/** Whether `whole` has everything that `part` names: a limit of `part` applies to it. */
export const isCoveredBy = (part: Place, whole: Place): boolean =>
  (part.specialityId === null || part.specialityId === whole.specialityId) &&
  (part.syllabusId === null || part.syllabusId === whole.syllabusId);

/**
 * Locks the limits of a place (speciality, syllabus, pair) until the transaction ends, so that two transactions
 * cannot take the last place. A sandbox has its own lock: the limits are the live school's.
 */
export async function lockLimits(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
  { specialityId, syllabusId }: Place,
): Promise<void> {
  const { sandboxId } = getCurrentSandbox();
  if (sandboxId !== LIVE) {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`sandbox places ${sandboxId}`}, 0))`;
    return;
  }
  await tx.$queryRaw`
    select 1 from places
    where school_year_id = ${schoolYearId}
      and (speciality_id is null or speciality_id = ${specialityId}::int)
      and (syllabus_id is null or syllabus_id = ${syllabusId}::int)
    order by id for update`;
}
