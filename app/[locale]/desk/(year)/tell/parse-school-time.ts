import { isDay, toInstant } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";

/** Local date and time of the school; undefined without both. */
export async function parseSchoolTime(day: unknown, time: unknown): Promise<Date | "wrong" | undefined> {
  if (!day && !time) return;
  if (typeof day !== "string" || typeof time !== "string") return "wrong";
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return "wrong";
  return toInstant(day, time, (await getSettings()).time_zone) ?? "wrong";
}
