import type { Day } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { Representation } from "@/lib/platform/representation";
import { type MaybePromise, thenSync } from "@/lib/platform/when-ready";
import { getSchoolToday } from "@/lib/school/today";
import type { SchoolYear } from "./schema";
import { getCatalogueSnapshot, type CatalogueSnapshot, type YearCatalogue } from "./snapshot";

/** Interface 4.1: the current school year and, if one exists, the next one. */
export async function listSchoolYears(): Promise<Representation> {
  return enrollableRepresentation(await getCatalogueSnapshot(), await getSchoolToday());
}

/** Interface 4.1, 2.2. @throws AppError `school_year_unavailable` when there is no such year */
export const listSpecialities = (schoolYearId: number) => representation(schoolYearId, "specialities");

/** Interface 4.1, 2.3. @throws AppError `school_year_unavailable` when there is no such year */
export const listSubjects = (schoolYearId: number) => representation(schoolYearId, "subjects");

/** Interface 4.1, 2.4. @throws AppError `school_year_unavailable` when there is no such year */
export const listSyllabi = (schoolYearId: number) => representation(schoolYearId, "syllabi");

/**
 * The years that one can enroll for on `day`: the earliest that has not ended, and the one that
 * starts after it (4.1).
 */
export function listEnrollableYears(schoolYears: SchoolYear[], day: Day): SchoolYear[] {
  const [current, ...later] = schoolYears.filter(({ end_school_year }) => end_school_year >= day);
  const next = later.find(({ start_school_year }) => start_school_year > (current?.start_school_year ?? ""));
  return [current, next].filter((year) => year !== undefined);
}

function representation(schoolYearId: number, list: keyof YearCatalogue): MaybePromise<Representation> {
  return thenSync(getCatalogueSnapshot(), ({ byYear }) => {
    const year = byYear.get(schoolYearId);
    if (year) return year[list].representation;
    throw new AppError("validation_failed", [{ field: "school_year_id", code: "school_year_unavailable" }]);
  });
}

/** Sandboxes may ask for any day. */
const DAYS_KEPT = 50;

const enrollable = new WeakMap<CatalogueSnapshot, Map<Day, Representation>>();

function enrollableRepresentation(snapshot: CatalogueSnapshot, day: Day): Representation {
  const days = enrollable.get(snapshot) ?? new Map<Day, Representation>();
  enrollable.set(snapshot, days);
  let ready = days.get(day);
  if (!ready) {
    if (days.size >= DAYS_KEPT) days.clear();
    ready = new Representation(listEnrollableYears(snapshot.schoolYears, day));
    days.set(day, ready);
  }
  return ready;
}
