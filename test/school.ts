import { dayIn } from "@/lib/dates";

/** The ids of the demo school's years as seen from today: a year's id is the one it starts in, less 2000. */
export function schoolYears(today = dayIn("Europe/Madrid")) {
  const calendarYear = Number(today.slice(0, 4)) - 2000;
  const current = today.slice(5) <= "06-30" ? calendarYear - 1 : calendarYear;
  return { previous: current - 1, current, next: current + 1 };
}
