import { type Day, dayIn } from "@/lib/dates";
import { settings } from "./settings";

/** The calendar day in the school's time zone. */
export async function today(): Promise<Day> {
  const { time_zone } = await settings();
  return dayIn(time_zone);
}
