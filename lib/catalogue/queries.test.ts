import { expect, test } from "vitest";
import { listEnrollableYears } from "./queries";

const year = (id: number, start: string, end: string) => ({
  id,
  year: `${start.slice(0, 4)}/${end.slice(0, 4)}`,
  start_enrollment: start,
  end_enrollment: null,
  start_school_year: start,
  end_school_year: end,
});

const three = [
  year(1, "2025-09-01", "2026-06-30"),
  year(2, "2026-09-01", "2027-06-30"),
  year(3, "2027-09-01", "2028-06-30"),
];

test.each([
  ["before the first", "2020-01-01", three, [1, 2]],
  ["in the middle of a year", "2026-02-01", three, [1, 2]],
  ["on its last day", "2026-06-30", three, [1, 2]],
  ["on the day after", "2026-07-01", three, [2, 3]],
  ["in the summer, between two years", "2026-08-15", three, [2, 3]],
  ["in the last year", "2028-01-01", three, [3]],
  ["after the last", "2028-07-01", three, []],
  ["without any", "2026-01-01", [], []],
  [
    "with a gap of years",
    "2026-07-01",
    [year(1, "2025-09-01", "2026-06-30"), year(9, "2030-09-01", "2031-06-30")],
    [9],
  ],
  [
    "with two that start on the same day",
    "2026-02-01",
    [...three.slice(0, 1), year(5, "2025-09-01", "2026-07-31"), ...three.slice(1)],
    [1, 2],
  ],
  [
    "with one that overlaps the next",
    "2026-10-01",
    [year(1, "2025-09-01", "2026-12-31"), ...three.slice(1)],
    [1, 2],
  ],
])("4.1: the current and the next school year %s", (_, day, years, ids) => {
  expect(listEnrollableYears(years, day).map(({ id }) => id)).toEqual(ids);
});
