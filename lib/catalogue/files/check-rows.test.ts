import { describe, expect, it } from "vitest";
import { smallSchool } from "@/test/small-school";
import { catalogueOf } from "./check-rows";
import { formatProblem } from "./problem";
import type { TableName } from "./tables";

describe("a row that is wrong by itself", () => {
  const cases: [string, TableName, Record<string, unknown>, string][] = [
    ["a missing member", "subjects", { price: undefined }, "price: is missing"],
    ["text for a number", "subjects", { student_ratio: "12" }, "student_ratio: must be a whole number"],
    ["a ratio of nothing", "subjects", { student_ratio: 0 }, "student_ratio: must be 1 or more"],
    ["a third of a cent", "subjects", { price: 32.555 }, "price: must not have more than two decimals"],
    ["a negative price", "subjects", { price: -1 }, "price: must be a number such as 32.50, zero or more"],
    [
      "more than the column holds",
      "subjects",
      { ects: 12345 },
      "ects: must have 4 digits or fewer before the point",
    ],
    [
      "no duration",
      "subjects",
      { school_hours: "90" },
      "school_hours: must be a duration, HH:MM or HH:MM:SS",
    ],
    [
      "sixty seconds",
      "subjects",
      { school_hours: "1:30:60" },
      "school_hours: must be a duration, HH:MM or HH:MM:SS",
    ],
    ["no name", "subjects", { name: "  " }, "name: is empty"],
    ["a line break", "subjects", { name: "a\nb" }, "name: must not hold line breaks or control characters"],
    [
      "half a character",
      "subjects",
      { name: "\ud83c" },
      "name: must not hold line breaks or control characters",
    ],
    [
      "no such day",
      "school_years",
      { start_enrollment: "2026-02-30" },
      "start_enrollment: must be a day that exists, YYYY-MM-DD",
    ],
    ["a label of its own", "school_years", { year: "26/27" }, "year: must be a label such as 2026/2027"],
    [
      "an end before its start",
      "school_years",
      { end_enrollment: "2026-05-03" },
      "end_enrollment: must not be before start_enrollment",
    ],
    [
      "a year that ends first",
      "school_years",
      { end_school_year: "2026-09-06" },
      "end_school_year: must not be before start_school_year",
    ],
    [
      "electives upside down",
      "syllabi",
      { min_electives: 2 },
      "max_electives: must not be less than min_electives",
    ],
    [
      "an unknown kind",
      "syllabus_subjects",
      { kind: "free" },
      "kind: must be one of mandatory, optional, speciality",
    ],
    [
      "a speciality too many",
      "syllabus_subjects",
      { speciality_id: 11 },
      "speciality_id: must be given when kind is speciality, and only then",
    ],
  ];

  it.each(cases)("%s", (_, table, change, expected) => {
    const school = smallSchool();
    Object.assign(school[table][0] ?? {}, change);
    expect(catalogueOf("test", school).problems.map(formatProblem)).toEqual([
      `test, ${table} row 1, ${expected}`,
    ]);
  });
});
