import { expect, test } from "vitest";
import { getEnrollmentWindow } from "./rules";

const year = (end_enrollment: string | null) => ({
  id: 1,
  year: "2026/2027",
  start_enrollment: "2026-05-04",
  end_enrollment,
  start_school_year: "2026-09-07",
  end_school_year: "2027-06-30",
});

test.each([
  ["the day before the first", "2026-05-03", "2026-07-31", "not-yet"],
  ["the first day", "2026-05-04", "2026-07-31", "open"],
  ["the last day", "2026-07-31", "2026-07-31", "open"],
  ["the day after the last", "2026-08-01", "2026-07-31", "over"],
  ["without a last day: after the year has begun", "2027-01-15", null, "open"],
  ["without a last day: the school year's own last day", "2027-06-30", null, "open"],
  ["without a last day: the day after that", "2027-07-01", null, "over"],
])("2.1: enrollment on %s", (_, today, end, expected) => {
  expect(getEnrollmentWindow(year(end), today)).toBe(expected);
});
