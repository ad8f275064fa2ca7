import { prisma } from "@/lib/prisma";
import { type Actor, demand } from "@/lib/staff/rights";
import type { Place } from "./limits";
import { setLimit } from "./set-limit";

/** `was`: what the form began with, if it did with anything. */
type Wanted = Place & { places: number | null; was?: number | null };

/**
 * Brings a year's limits to what a form says. What was not changed on it is not written: somebody else
 * may have set it since.
 */
export async function savePlaces(schoolYearId: number, wanted: Wanted[], actor: Actor): Promise<void> {
  demand(actor, "set_places");
  const stored = await prisma().place.findMany({
    where: { schoolYearId },
    select: { specialityId: true, syllabusId: true, places: true },
  });
  for (const { specialityId, syllabusId, places } of wanted.filter(({ places, was }) => places !== was)) {
    const before = stored.find((row) => row.specialityId === specialityId && row.syllabusId === syllabusId);
    if ((before?.places ?? null) !== places) {
      await setLimit({ schoolYearId, specialityId, syllabusId, places }, actor);
    }
  }
}
