import type { Prisma } from "@/generated/prisma/client";

/** What somebody is accepted into or waits for: a speciality, a syllabus, or both together. */
export type Place = { specialityId: number | null; syllabusId: number | null };

/** Whether two are one: a speciality with any syllabus is another one than with a certain one. */
export const isSamePlace = (one: Place, other: Place) =>
  one.specialityId === other.specialityId && one.syllabusId === other.syllabusId;

/** Whether what one names is what the other names too: a limit covers it, a list waits for it whatever the rest. */
export const isCoveredBy = (part: Place, whole: Place): boolean =>
  (part.specialityId === null || part.specialityId === whole.specialityId) &&
  (part.syllabusId === null || part.syllabusId === whole.syllabusId);

/**
 * Holds the limits that a place falls under, its speciality's, its syllabus's and the pair's, until the transaction
 * ends: of two who take the last place the second one finds it taken.
 */
export async function lockLimits(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
  { specialityId, syllabusId }: Place,
): Promise<void> {
  await tx.$queryRaw`
    select 1 from places
    where school_year_id = ${schoolYearId}
      and (speciality_id is null or speciality_id = ${specialityId}::int)
      and (syllabus_id is null or syllabus_id = ${syllabusId}::int)
    order by id for update`;
}
