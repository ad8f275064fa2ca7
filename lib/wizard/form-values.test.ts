import { describe, expect, test } from "vitest";
import {
  addUnticked,
  formatRawDate,
  getDatePart,
  getErrorControl,
  listControls,
  readRawInput,
  toFieldValues,
  toProblems,
  toRawInput,
  toSubmission,
} from "@/lib/wizard/form-values";
import type { Answers, FormCode, FormField } from "@/lib/wizard/types";

const birth = (day: string, month: string, year: string) => ({
  student_birth_date_day: day,
  student_birth_date_month: month,
  student_birth_date_year: year,
});

test("W13: a date has three controls, other fields have one", () => {
  expect(listControls(["student_name", "student_birth_date", "student_zip_code"])).toEqual([
    "student_name",
    "student_birth_date_day",
    "student_birth_date_month",
    "student_birth_date_year",
    "student_zip_code",
  ]);
});

test.each<[FormField, FormCode, string, string | undefined]>([
  ["student_name", "required", "student_name", undefined],
  ["student_birth_date", "invalid_date", "student_birth_date_day", undefined],
  ["student_birth_date", "required", "student_birth_date_day", undefined],
  ["student_birth_date", "incomplete_day", "student_birth_date_day", "day"],
  ["student_birth_date", "incomplete_month", "student_birth_date_month", "month"],
  ["student_birth_date", "incomplete_year", "student_birth_date_year", "year"],
  ["student_birth_date", "day_unknown", "student_birth_date_day", "day"],
  ["student_birth_date", "month_unknown", "student_birth_date_month", "month"],
  ["student_birth_date", "year_four_digits", "student_birth_date_year", "year"],
  ["student_birth_date", "year_unlikely", "student_birth_date_year", "year"],
])("W13: the error of %s with code %s links to %s", (field, code, control, part) => {
  expect(getErrorControl(field, code)).toBe(control);
  expect(getDatePart(code)).toBe(part);
});

describe("reading a form", () => {
  const form = (values: Record<string, string | Blob>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(values)) data.set(name, value);
    return data;
  };

  test("reads only the page's controls, as text with normalised line ends", () => {
    const sent = form({
      student_name: " Ada ",
      student_surname: new Blob(["x"]),
      student_email: "a@example.org",
      enrollment_observations: "one\r\ntwo\nthree\r",
    });
    const fields: FormField[] = [
      "student_name",
      "student_surname",
      "student_city",
      "enrollment_observations",
    ];
    expect(readRawInput(sent, fields)).toEqual({
      student_name: " Ada ",
      enrollment_observations: "one\ntwo\nthree\r",
    });
  });

  test("admission 2: joins all ticked boxes of one name", () => {
    const sent = form({ student_name: "Ada" });
    for (const box of ["siblings", "sharing"]) sent.append("merits", box);
    expect(readRawInput(sent, ["student_name", "merits"])).toEqual({
      student_name: "Ada",
      merits: "siblings sharing",
    });
  });

  test("truncates at 20,000 characters", () => {
    const read = readRawInput(form({ student_name: `${"x".repeat(20_000)}y` }), ["student_name"]);
    expect(read).toEqual({ student_name: "x".repeat(20_000) });
  });

  test("W13: splits a whole date in one input and keeps three inputs", () => {
    const fields: FormField[] = ["student_birth_date", "student_name"];
    expect(readRawInput(form(birth("5/1/1990", "", "")), fields)).toEqual(birth("5", "1", "1990"));
    expect(readRawInput(form(birth("", "", "5 enero 1990")), fields)).toEqual(birth("5", "enero", "1990"));
    expect(readRawInput(form(birth(" 5", "", "1990")), fields)).toEqual(birth(" 5", "", "1990"));
    expect(readRawInput(form({}), fields)).toEqual({});
  });
});

describe("converting input to values of the API", () => {
  const value = (field: FormField, text: string) => toFieldValues({ [field]: text }, [field], ["+34"])[field];

  test.each<[FormField, string, unknown]>([
    ["student_name", "", undefined],
    ["student_name", " Ada ", " Ada "],
    ["student_email", " ada@example.org ", "ada@example.org"],
    ["student_document", " 12.345.678-z", "12345678Z"],
    ["student_zip_code", "08 001", "08001"],
    ["terms_and_conditions", "on", true],
    ["terms_and_conditions", "", undefined],
    ["school_year_id", "26", 26],
    ["school_year_id", "999999999", 999_999_999],
    ["school_year_id", "1234567890", "1234567890"],
    ["school_year_id", "x26", "x26"],
    ["school_year_id", "26x", "26x"],
    ["school_year_id", "-1", "-1"],
    ["student_experience_years", "0", 0],
    ["has_second_guardian", "yes", "yes"],
    ["student_same_address", "yes", "yes"],
  ])("%s %j is %j", (field, text, expected) => {
    expect(value(field, text)).toBe(expected);
  });

  test("a field that was not posted is undefined", () => {
    expect(toFieldValues({}, ["student_name", "student_email"], [])).toEqual({
      student_name: undefined,
      student_email: undefined,
    });
  });

  test("W13: joins a date; a blank one is undefined", () => {
    const read = (day: string, month: string, year: string) =>
      toFieldValues(birth(day, month, year), ["student_birth_date"], []);
    expect(read("7", "març", "2014")).toEqual({ student_birth_date: "2014-03-07" });
    expect(read("", "", "")).toEqual({ student_birth_date: undefined });
    expect(read("7", "", "")).toEqual({ student_birth_date: "7//" });
  });

  test("W16: has prefix and number together, or neither", () => {
    const read = (prefix: string, input: string) =>
      toFieldValues(
        { student_phone_country_code: prefix, student_phone: input },
        ["student_phone_country_code", "student_phone"],
        ["+34", "+351"],
      );
    expect(read("+34", "+351 912 345 678")).toEqual({
      student_phone_country_code: "+351",
      student_phone: "912345678",
    });
    expect(read("+34", "")).toEqual({ student_phone_country_code: "+34", student_phone: undefined });
    expect(read("", "600")).toEqual({ student_phone_country_code: undefined, student_phone: "600" });
    const student_phone = "600 123 456 / 972 123 456";
    expect(read("+34", student_phone)).toEqual({ student_phone_country_code: "+34", student_phone });
    const issue = { path: ["student_phone"], message: "invalid_phone" };
    expect(toProblems([issue], ["student_phone"], { student_phone })).toEqual({
      student_phone: "two_phones",
    });
    expect(toFieldValues({}, ["student_phone"], [])).toEqual({
      student_phone: undefined,
      student_phone_country_code: undefined,
    });
    expect(
      toFieldValues({ student_document_type: "dni", student_document: "" }, ["student_document"], []),
      "a document's type is nobody's prefix",
    ).toEqual({ student_document: undefined });
  });

  test("W22, W23: ignores fields that another answer hides", () => {
    const convert = (answer: string) =>
      toFieldValues(
        { has_second_guardian: answer, second_guardian_email: "d@example.org" },
        ["has_second_guardian", "second_guardian_email"],
        [],
      );
    expect(convert("no")).toEqual({ has_second_guardian: "no", second_guardian_email: undefined });
    expect(convert("yes")).toEqual({ has_second_guardian: "yes", second_guardian_email: "d@example.org" });
    const input = { student_same_address: "yes", student_city: "Girona" };
    expect(toFieldValues(input, ["student_same_address", "student_city"], [])).toEqual({
      student_same_address: "yes",
      student_city: undefined,
      student_country: undefined,
      student_address: undefined,
      student_zip_code: undefined,
    });
    expect(toFieldValues(input, ["student_city"], []), "whose question is not asked").toEqual({
      student_city: "Girona",
    });
  });
});

test.each<[FormCode, [string, string, string], FormCode]>([
  ["invalid_date", ["7", "", "2014"], "incomplete_month"],
  ["invalid_date", ["7", "3", "14"], "year_four_digits"],
  ["invalid_date", ["7", "3", "1850"], "year_unlikely"],
  ["invalid_date", ["31", "2", "2014"], "invalid_date"],
  ["in_the_future", ["7", "", ""], "in_the_future"],
])("W13: a date with code %s, %j, gets the code %s", (code, [day, month, year], expected) => {
  const issues = [
    { path: ["student_birth_date"], message: code },
    { path: ["student_birth_date"], message: "required" },
    { path: ["elsewhere"], message: "required" },
    { path: ["student_name"], message: "too_long" },
  ];
  const problems = toProblems(
    issues,
    ["student_name", "student_birth_date", "student_city"],
    birth(day, month, year),
  );
  expect(Object.entries(problems), "the first of each, in the page's order").toEqual([
    ["student_name", "too_long"],
    ["student_birth_date", expected],
  ]);
});

test("a field behind Yes is not required before the question is answered", () => {
  const fields: FormField[] = ["has_student_email", "student_email", "student_same_address", "student_city"];
  const issues = fields.map((field) => ({ path: [field], message: "required" }));
  const listProblemFields = (input: Record<string, string>) => Object.keys(toProblems(issues, fields, input));
  expect(listProblemFields({})).toEqual(["has_student_email", "student_same_address", "student_city"]);
  expect(listProblemFields({ has_student_email: "yes" })).toEqual(fields);
});

test("adds unticked boxes only", () => {
  const input = { student_name: "Ada", studies_later: "yes" };
  const fields: FormField[] = [
    "student_name",
    "student_city",
    "student_same_address",
    "studies_later",
    "merits",
  ];
  expect(addUnticked(input, fields)).toEqual({
    student_name: "Ada",
    student_same_address: "",
    studies_later: "yes",
    merits: "",
  });
});

test("a blank date lacks its day", () => {
  const issue = { path: ["student_birth_date"], message: "invalid_date" };
  expect(toProblems([issue], ["student_birth_date"], {})).toEqual({ student_birth_date: "incomplete_day" });
});

test.each([
  [["31", "2", "1990"], "31/2/1990"],
  [[" 31 ", "abril", "1990 "], "31 abril 1990"],
  [["31", " 2", "1990"], "31/2/1990"],
  [["1", "a2", "1990"], "1 a2 1990"],
])("formats the typed date %j as %s", (parts, text) => {
  const [day = "", month = "", year = ""] = parts;
  expect(formatRawDate("student_birth_date", birth(day, month, year))).toBe(text);
});

test("converts answers to the input of the controls", () => {
  const answers: Answers = {
    student_birth_date: "2014-03-07",
    student_name: "Ada",
    school_year_id: 26,
    student_experience_years: 0,
    terms_and_conditions: true,
    has_second_guardian: "no",
    student_city: "Girona",
  };
  const fields = Object.keys(answers).filter((field) => field !== "student_city") as FormField[];
  const input = toRawInput(answers, [...fields, "student_surname", "guardian_birth_date"]);
  expect(input).toEqual({
    ...birth("7", "3", "2014"),
    student_name: "Ada",
    school_year_id: "26",
    student_experience_years: "0",
    terms_and_conditions: "on",
    has_second_guardian: "no",
  });
  expect(toFieldValues(input, fields, [])).toEqual({
    ...answers,
    student_city: undefined,
    second_guardian_email: undefined,
  });
});

describe("the body of the API request", () => {
  const address = (person: string, city: string) => ({
    [`${person}_country`]: "es",
    [`${person}_address`]: `Plaça de ${city}`,
    [`${person}_zip_code`]: "17001",
    [`${person}_city`]: city,
  });

  test("has the asked fields without the form's own questions", () => {
    const answers: Answers = { student_name: "Ada", student_city: "Girona", has_student_email: "no" };
    expect(toSubmission(answers, ["student_name", "student_surname", "has_student_email"])).toEqual({
      student_name: "Ada",
      student_surname: undefined,
    });
  });

  test("has a prefix or type only with its number", () => {
    const fields: FormField[] = [
      "student_document_type",
      "student_document",
      "guardian_phone_country_code",
      "guardian_phone",
      "student_phone_country_code",
      "student_phone",
    ];
    const answers: Answers = {
      student_document_type: "dni",
      guardian_phone_country_code: "+34",
      guardian_phone: "600123456",
      student_phone_country_code: "+34",
    };
    const body = toSubmission(answers, fields);
    expect(body).toEqual({ guardian_phone_country_code: "+34", guardian_phone: "600123456" });
    expect(body).not.toHaveProperty("student_document_type");
    expect(body).not.toHaveProperty("student_phone_country_code");
  });

  test("W22: copies the guardian's address to the student", () => {
    const own = ["country", "address", "zip_code", "city"].map((name) => `student_${name}` as FormField);
    const fields: FormField[] = ["student_same_address", ...own];
    const answers: Answers = { ...address("guardian", "Girona"), ...address("student", "Olot") };
    expect(toSubmission({ ...answers, student_same_address: "yes" }, fields)).toEqual(
      address("student", "Girona"),
    );
    expect(toSubmission(answers, fields)).toEqual(address("student", "Olot"));
    expect(toSubmission({ ...answers, student_same_address: "yes" }, own), "nobody was asked").toEqual(
      address("student", "Olot"),
    );
  });

  test("W23: drops the second guardian's address after No", () => {
    const fields: FormField[] = ["has_second_guardian", "second_guardian_email"];
    const answers: Answers = { has_second_guardian: "no", second_guardian_email: undefined };
    expect(toSubmission(answers, fields)).toEqual({ second_guardian_email: undefined });
  });
});
