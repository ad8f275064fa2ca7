import type { Day } from "@/lib/platform/dates";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "./settings";

/** The calendar day in the school's time zone. */
export async function getSchoolToday(): Promise<Day> {
  const { time_zone } = await getSettings();
  return getToday(time_zone);
}
