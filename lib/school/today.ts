import type { Day } from "@/lib/platform/dates";
import { todayIn } from "@/lib/platform/sandbox";
import { settings } from "./settings";

/** The calendar day in the school's time zone. */
export async function today(): Promise<Day> {
  const { time_zone } = await settings();
  return todayIn(time_zone);
}
