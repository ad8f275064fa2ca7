import { Prisma } from "@/generated/prisma/client";
import { inWorld } from "@/lib/worlds";

/** What somebody is accepted into or waits for: a speciality, a syllabus, or both together. */
export type Place = { specialityId: number | null; syllabusId: number | null };

/** Whether two are one: a speciality with any syllabus is another one than with a certain one. */
export const isSamePlace = (one: Place, other: Place) =>
  one.specialityId === other.specialityId && one.syllabusId === other.syllabusId;

/** What limits, and lists of whoever waits, a place falls under: its speciality's, its syllabus's, the pair's. */
export const partsOf = ({ specialityId, syllabusId }: Place): Place[] => [
  ...(specialityId !== null ? [{ specialityId, syllabusId: null }] : []),
  ...(syllabusId !== null ? [{ specialityId: null, syllabusId }] : []),
  ...(specialityId !== null && syllabusId !== null ? [{ specialityId, syllabusId }] : []),
];

type Limit = Place & { id: number; places: number };

type Asked = { schoolYearId: number; place: Place; sandboxId: number };

/**
 * The limits that leave no place for somebody who has none yet. With `lock` their rows are held until the transaction
 * ends, so that of two who take the last place the second one finds it taken.
 */
export async function fullLimits(
  tx: Prisma.TransactionClient,
  { schoolYearId, place, sandboxId }: Asked,
  { lock }: { lock: boolean },
): Promise<Limit[]> {
  if (lock)
    await tx.$queryRaw`select 1 from places where ${concerning(schoolYearId, place)} order by id for update`;
  return tx.$queryRaw<Limit[]>`
    select p.id, p.places, p.speciality_id as "specialityId", p.syllabus_id as "syllabusId"
    from places p
    where ${concerning(schoolYearId, place)} and p.places <= (
      select count(*) from enrollments e
      where e.school_year_id = p.school_year_id and e.decided_state = 'accepted' and ${inWorld(sandboxId)}
        and (p.speciality_id is null or e.assigned_speciality_id = p.speciality_id)
        and (p.syllabus_id is null or e.assigned_syllabus_id = p.syllabus_id)
    )
    order by p.id`;
}

/** The limits that a place falls under: its speciality's, its syllabus's, the pair's. */
const concerning = (schoolYearId: number, { specialityId, syllabusId }: Place) => Prisma.sql`
  school_year_id = ${schoolYearId}
  and (speciality_id is null or speciality_id = ${specialityId}::int)
  and (syllabus_id is null or syllabus_id = ${syllabusId}::int)`;
