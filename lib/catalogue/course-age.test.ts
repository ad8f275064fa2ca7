import { expect, test } from "vitest";
import { getAgeAtStart } from "./queries";

test.each([
  ["2020-08-31", 6, 6],
  ["2020-09-14", 6, 6],
  ["2020-09-15", 5, 6], // turns six the day after
  ["2020-12-31", 5, 6],
  ["2021-01-01", 5, 5],
])(
  "families 4: born on %s, a child is %i by birthday and %i by year when the course begins",
  (birth, byBirthday, byYear) => {
    expect(getAgeAtStart(birth, "2026-09-14", "birthday")).toBe(byBirthday);
    expect(getAgeAtStart(birth, "2026-09-14", "birth_year")).toBe(byYear);
  },
);
