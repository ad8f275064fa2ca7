import { toLocalDay } from "@/lib/platform/dates";
import { demoSchoolYears } from "@/prisma/seed-years";

/** The ids of the demo school's years as seen from today. */
export function getSchoolYearIds(today = toLocalDay("Europe/Madrid")) {
  const [previous, current, next] = demoSchoolYears(today).map(({ id }) => id) as [number, number, number];
  return { previous, current, next };
}
