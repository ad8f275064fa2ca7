import type { Day } from "@/lib/platform/dates";

/**
 * Three school years around `today`: the previous, the current and the next. A year runs from September to June and
 * accepts enrollments from the May before until its last day, so one year is always open, also in the summer. One of
 * the three has no last day of enrollment.
 */
export function demoSchoolYears(today: Day) {
  const calendarYear = Number(today.slice(0, 4));
  const current = today.slice(5) <= LAST_DAY ? calendarYear - 1 : calendarYear;
  return [current - 1, current, current + 1].map((start) => ({
    id: start - 2000,
    year: `${start}/${start + 1}`,
    start_enrollment: `${start}-05-04`,
    end_enrollment: start % 3 === 0 ? null : `${start + 1}-${LAST_DAY}`,
    start_school_year: `${start}-09-07`,
    end_school_year: `${start + 1}-${LAST_DAY}`,
  }));
}

const LAST_DAY = "06-30";
