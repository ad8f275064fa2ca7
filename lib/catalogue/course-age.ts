import { getAge, type Day } from "@/lib/platform/dates";
import type { Settings } from "@/lib/school/settings";

/** How old a student is when a course begins, in full years; by the year of birth, how old they turn in that year. */
export function getAgeAtStart(birth: Day, starts: Day, by: Settings["course_age"]): number {
  return by === "birthday" ? getAge(birth, starts) : yearOf(starts) - yearOf(birth);
}

const yearOf = (day: Day) => Number(day.slice(0, 4));
