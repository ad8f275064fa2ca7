import { toLocalDay } from "@/lib/platform/dates";
import { demoSchoolYears } from "@/prisma/seed-years";

/** Ids of the demo's school years. */
export function getSchoolYearIds(today = toLocalDay("Europe/Madrid")) {
  const [previous, current, next] = demoSchoolYears(today).map(({ id }) => id) as [number, number, number];
  return { previous, current, next };
}
