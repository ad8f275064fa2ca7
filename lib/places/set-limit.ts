import { recorded, writeEntry } from "@/lib/audit/write-entry";
import { prisma } from "@/lib/prisma";
import { type Actor, demand } from "@/lib/staff/rights";
import type { Place } from "./limits";

/** A limit that is no whole number from 0 on, or of no place of the year. */
export class LimitRefusal extends Error {}

type NewLimit = Place & { schoolYearId: number; places: number | null };

/**
 * Sets how many places a speciality, a syllabus or the pair has; null takes the limit away. Whoever has
 * a place keeps it, also when there are fewer now.
 */
export async function setLimit({ places, ...of }: NewLimit, actor: Actor): Promise<void> {
  demand(actor, "set_places");
  if (of.specialityId === null && of.syllabusId === null) throw new LimitRefusal("place_missing");
  if (places !== null && (!Number.isInteger(places) || places < 0 || places > 100_000)) {
    throw new LimitRefusal("limit_is_no_number");
  }
  await prisma().$transaction(async (tx) => {
    const [before] = await tx.$queryRaw<{ id: number; places: number }[]>`
      select id, places from places where school_year_id = ${of.schoolYearId}
        and speciality_id is not distinct from ${of.specialityId}::int
        and syllabus_id is not distinct from ${of.syllabusId}::int
      for update`;
    if (before && places === null) await tx.place.delete({ where: { id: before.id } });
    else if (before) await tx.place.update({ where: { id: before.id }, data: { places: places as number } });
    else if (places !== null) await tx.place.create({ data: { ...of, places } });
    await writeEntry(tx, {
      actor: recorded(actor),
      action: "places_set",
      object: { kind: "place", id: `${of.schoolYearId}/${of.specialityId ?? ""}/${of.syllabusId ?? ""}` },
      values: { places: [before?.places, places] },
    });
  });
}
