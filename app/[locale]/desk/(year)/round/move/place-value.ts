import type { Place } from "@/lib/decisions/place";

/** `12/34`, `12/`, `/34`; empty for none. */
export const formatPlaceValue = (place: Place | null): string =>
  place ? `${place.specialityId ?? ""}/${place.syllabusId ?? ""}` : "";

export function parsePlaceValue(value: string): Place {
  const [speciality = "", syllabus = ""] = value.split("/");
  return { specialityId: Number(speciality) || null, syllabusId: Number(syllabus) || null };
}
