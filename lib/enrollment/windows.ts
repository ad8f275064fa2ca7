import type { SchoolYear } from "@/lib/catalogue/schema";
import type { Day } from "@/lib/platform/dates";

export type EnrollmentWindow = "open" | "not-yet" | "over";

/** Whether families can enroll for a school year on `today`: from its first day to its last, if it has one. */
export function getEnrollmentWindow(year: SchoolYear, today: Day): EnrollmentWindow {
  if (today < year.start_enrollment) return "not-yet";
  const last = year.end_enrollment ?? year.end_school_year;
  return today > last ? "over" : "open";
}
