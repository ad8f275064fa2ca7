import { prisma } from "@/lib/prisma";
import type { Actor } from "@/lib/staff/rights";
import type { Place } from "./limits";
import { setLimit } from "./set-limit";

type Wanted = Place & { places: number | null };

/** Brings a year's limits to what a form says: what stays as it is is not written. */
export async function savePlaces(schoolYearId: number, wanted: Wanted[], actor: Actor): Promise<void> {
  const stored = await prisma().place.findMany({
    where: { schoolYearId },
    select: { specialityId: true, syllabusId: true, places: true },
  });
  for (const { specialityId, syllabusId, places } of wanted) {
    const before = stored.find((row) => row.specialityId === specialityId && row.syllabusId === syllabusId);
    if ((before?.places ?? null) !== places) {
      await setLimit({ schoolYearId, specialityId, syllabusId, places }, actor);
    }
  }
}
