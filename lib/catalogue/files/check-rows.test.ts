import { describe, expect, it } from "vitest";
import { formatProblemInEnglish } from "@/test/support/data/catalogue-texts";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { checkRows, toCatalogueFile } from "./read-catalogue";
import type { TableName } from "./tables";
import { formatProblem } from "./types";

describe("an invalid row", () => {
  const cases: [string, TableName, Record<string, unknown>, string][] = [
    ["a missing member", "subjects", { price: undefined }, "price: is missing"],
    ["text for a number", "subjects", { student_ratio: "12" }, "student_ratio: must be a whole number"],
    ["a ratio of zero", "subjects", { student_ratio: 0 }, "student_ratio: must be 1 or more"],
    ["a third of a cent", "subjects", { price: 32.555 }, "price: must not have more than two decimals"],
    ["a negative price", "subjects", { price: -1 }, "price: must be a number such as 32.50, zero or more"],
    [
      "more digits than the column has",
      "subjects",
      { ects: 12345 },
      "ects: must have 4 digits or fewer before the point",
    ],
    [
      "minutes for a duration",
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
      "an unpaired surrogate",
      "subjects",
      { name: "\ud83c" },
      "name: must not hold line breaks or control characters",
    ],
    [
      "a day that does not exist",
      "school_years",
      { start_enrollment: "2026-02-30" },
      "start_enrollment: must be a day that exists, YYYY-MM-DD",
    ],
    [
      "a label in another format",
      "school_years",
      { year: "26/27" },
      "year: must be a label such as 2026/2027",
    ],
    [
      "an end before its start",
      "school_years",
      { end_enrollment: "2026-05-03" },
      "end_enrollment: must not be before start_enrollment",
    ],
    [
      "a year that ends before it starts",
      "school_years",
      { end_school_year: "2026-09-06" },
      "end_school_year: must not be before start_school_year",
    ],
    [
      "fewer electives at most than at least",
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
    ["null for a number", "subjects", { price: null }, "price: is missing"],
    [
      "a number beyond 32 bits",
      "subjects",
      { student_ratio: 2_147_483_648 },
      "student_ratio: must be 2147483647 or less",
    ],
    ["a number for text", "subjects", { name: 5 }, "name: must be text"],
    [
      "a name that is too long",
      "subjects",
      { name: "x".repeat(201) },
      "name: must not be longer than 200 characters",
    ],
    [
      "a number for a duration",
      "subjects",
      { school_hours: 90 },
      "school_hours: must be a duration, HH:MM or HH:MM:SS",
    ],
    [
      "a duration after a letter",
      "subjects",
      { school_hours: "x1:30" },
      "school_hours: must be a duration, HH:MM or HH:MM:SS",
    ],
    [
      "a number for a day",
      "school_years",
      { start_enrollment: 5 },
      "start_enrollment: must be a day, YYYY-MM-DD",
    ],
    ["a number for a label", "school_years", { year: 2026 }, "year: must be a label such as 2026/2027"],
    [
      "a label after a letter",
      "school_years",
      { year: "x2026/2027" },
      "year: must be a label such as 2026/2027",
    ],
    [
      "a label that is too long",
      "school_years",
      { year: "2026/20278" },
      "year: must be a label such as 2026/2027",
    ],
    ["a boolean for a price", "subjects", { price: true }, "price: must be a number such as 32.50"],
    [
      "a price with a currency sign",
      "subjects",
      { price: "32.50€" },
      "price: must be a number such as 32.50, zero or more",
    ],
    ["a text for a boolean", "subjects", { is_individual: "true" }, "is_individual: must be true or false"],
    [
      "a text for one of two compared numbers",
      "syllabi",
      { min_electives: 2, max_electives: "x" },
      "max_electives: must be a whole number",
    ],
    [
      "a speciality that the kind excludes",
      "syllabus_subjects",
      { speciality_id: 11 },
      "speciality_id: must be given when kind is speciality, and only then",
    ],
    [
      "a code that is too long",
      "subjects",
      { code: "x".repeat(201) },
      "code: must not be longer than 200 characters",
    ],
    [
      "a course name that is too long",
      "syllabi",
      { name: "x".repeat(201) },
      "name: must not be longer than 200 characters",
    ],
    [
      "an end that is no day",
      "school_years",
      { end_enrollment: "nunca" },
      "end_enrollment: must be a day that exists, YYYY-MM-DD",
    ],
    ["a text for an order", "degrees", { order: "x" }, "order: must be a whole number"],
    ["a text for an id", "degrees", { id: "x" }, "id: must be a whole number"],
    [
      "a text for an optional id",
      "syllabus_subjects",
      { speciality_id: "x" },
      "speciality_id: must be a whole number",
    ],
  ];

  const [WHOLE, TEXT, DURATION] = [
    "Type a whole number",
    "Type a name of 200 letters at most",
    "Type hours and minutes, such as 01:30",
  ];
  const DECIMAL = "Type a number such as 32.50, with two decimals at most";
  const LABEL = "Type both years, such as 2027/2028";
  /** The desk's text of each problem. */
  const deskTexts = {
    "a missing member": "This is missing",
    "no name": "This is missing",
    "text for a number": WHOLE,
    "a ratio of zero": WHOLE,
    "a number beyond 32 bits": WHOLE,
    "a text for one of two compared numbers": WHOLE,
    "a text for an order": WHOLE,
    "a text for an id": WHOLE,
    "a text for an optional id": WHOLE,
    "a third of a cent": DECIMAL,
    "a negative price": DECIMAL,
    "more digits than the column has": DECIMAL,
    "null for a number": DECIMAL,
    "a boolean for a price": DECIMAL,
    "a price with a currency sign": DECIMAL,
    "minutes for a duration": DURATION,
    "sixty seconds": DURATION,
    "a number for a duration": DURATION,
    "a duration after a letter": DURATION,
    "a line break": TEXT,
    "an unpaired surrogate": TEXT,
    "a number for text": TEXT,
    "a name that is too long": TEXT,
    "a course name that is too long": TEXT,
    "a code that is too long": "Type a code of 200 letters at most, or nothing",
    "a day that does not exist": "Choose a day that exists",
    "a number for a day": "Choose a day that exists",
    "an end that is no day": "Choose a day that exists",
    "a label in another format": LABEL,
    "a number for a label": LABEL,
    "a label after a letter": LABEL,
    "a label that is too long": LABEL,
    "a text for a boolean": "Choose yes or no",
    "an unknown kind": "Choose one of the options",
    "an end before its start": "It ends before it begins",
    "a year that ends before it starts": "It ends before it begins",
    "fewer electives at most than at least": "The most is less than the least",
    "a speciality that the kind excludes": "Choose the speciality only if it is for one speciality",
  };

  it.each(cases)("%s", (name, table, change, expected) => {
    const school = smallCatalogue();
    Object.assign(school[table][0] ?? {}, change);
    const { problems } = toCatalogueFile("test", school);
    expect(problems.map(formatProblem)).toEqual([`test, ${table} row 1, ${expected}`]);
    expect(problems.map(({ text }) => formatProblemInEnglish(text))).toEqual([
      deskTexts[name as keyof typeof deskTexts],
    ]);
  });
});

it("desk 28: an unreadable value is not also reported as missing", () => {
  const source = { file: "degrees", line: 2 };
  const formula = { ...source, column: "name", message: "is a formula", text: { code: "formula" } };
  const degrees = { table: "degrees" as const, file: "degrees", rows: [{ values: { id: 1 }, source }] };
  const { problems } = checkRows("a.xlsx", { tables: [degrees], problems: [formula], complete: true });
  expect(problems.map(({ column, text }) => `${column}: ${formatProblemInEnglish(text)}`)).toEqual([
    "name: There is a formula. Paste its value instead",
    "order: This is missing",
  ]);
});

describe("a value in another format", () => {
  const cases: [TableName, string, unknown, unknown][] = [
    ["subjects", "school_hours", " 1:30 ", "01:30"],
    ["subjects", "school_hours", "001:30:00", "01:30"],
    ["subjects", "school_hours", "0001:30", "01:30"],
    ["subjects", "school_hours", "0:00", "00:00"],
    ["subjects", "school_hours", "0100:05", "100:05"],
    ["subjects", "school_hours", "1000:00:00", "1000:00"],
    ["subjects", "school_hours", "1:00:30", "01:00:30"],
    ["subjects", "price", 32.5, "32.50"],
    ["subjects", "price", " 7 ", "7.00"],
    ["subjects", "price", "32.", "32.00"],
    ["subjects", "price", "0032.5000", "32.50"],
    ["subjects", "price", "32.550", "32.55"],
    ["subjects", "price", "100", "100.00"],
    ["subjects", "price", "10.10", "10.10"],
    ["subjects", "price", "1.05", "1.05"],
    ["subjects", "price", "000", "0.00"],
    ["subjects", "price", 99_999_999.99, "99999999.99"],
    ["subjects", "name", "  Nu\u0301ria ", "N\u00faria"],
    ["subjects", "name", "x".repeat(200), "x".repeat(200)],
    ["subjects", "code", "  ", null],
    ["subjects", "code", undefined, null],
    ["subjects", "student_ratio", 2_147_483_647, 2_147_483_647],
    ["syllabi", "name", "", ""],
    ["syllabus_subjects", "speciality_id", undefined, null],
    ["school_years", "end_enrollment", undefined, null],
    ["school_years", "start_enrollment", " 2026-05-04 ", "2026-05-04"],
    ["school_years", "year", " 2026/2027 ", "2026/2027"],
  ];

  it.each(cases)("%s.%s %j is stored as %j", (table, column, value, stored) => {
    const school = smallCatalogue();
    Object.assign(school[table][0] ?? {}, { [column]: value });
    const { problems, complete, tables } = toCatalogueFile("test", school);
    expect([problems, complete]).toEqual([[], true]);
    expect(tables[table]?.incomplete).toBe(false);
    expect(tables[table]?.rows[0]?.row[column]).toBe(stored);
  });
});

describe("a row without a unique key", () => {
  it("makes its table incomplete", () => {
    const school = smallCatalogue();
    school.degrees.push({ order: 2, name: "x" });
    school.syllabus_specialities = [{ syllabus_id: 11, school_year_id: 1 }];
    const { tables, problems } = toCatalogueFile("test", school);
    expect(problems.map(formatProblem)).toEqual([
      "test, degrees row 2, id: is missing",
      "test, syllabus_specialities row 1, speciality_id: is missing",
    ]);
    expect(tables.degrees).toMatchObject({ incomplete: true, rows: [{ row: { id: 1 } }] });
    expect(tables.degrees?.rows).toHaveLength(1);
    expect(tables.syllabus_specialities).toMatchObject({ incomplete: true, rows: [] });
    expect(tables.courses?.incomplete).toBe(false);
  });

  it("is reported with all columns of its key", () => {
    const school = smallCatalogue();
    school.syllabus_specialities.push(...school.syllabus_specialities);
    const { tables, problems } = toCatalogueFile("test", school);
    expect(problems.map(formatProblem)).toEqual([
      "test, syllabus_specialities row 2, syllabus_id, speciality_id: 11/11 is already used in row 1.",
    ]);
    expect(problems.map(({ text }) => formatProblemInEnglish(text))).toEqual(["This already exists"]);
    expect(tables.syllabus_specialities?.rows).toHaveLength(1);
  });
});
