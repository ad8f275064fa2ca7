import { expect, test } from "vitest";
import type { SchoolContext } from "@/lib/enrollment/rules";
import type { Branch, FormField } from "./answers";
import { stepSchema } from "./form-schema";
import { listOf } from "./questions";

const school: SchoolContext = {
  today: "2026-11-22",
  schoolYears: [{ id: 26, specialities: [1, 2], syllabi: [3] }],
  countries: ["es", "fr"],
  minorsWithoutEmail: false,
};

const CHILD = "2016-03-03";

test.each<[string, Branch, Record<string, unknown>, FormField[], Record<string, unknown>, string[]]>([
  [
    "an adult's age",
    "adult",
    { student_birth_date: CHILD },
    ["student_birth_date"],
    {},
    ["student_birth_date under_age"],
  ],
  ["a minor's age", "minor", { student_birth_date: CHILD }, ["student_birth_date"], {}, []],
  [
    "a guardian's age",
    "minor",
    { guardian_birth_date: CHILD },
    ["guardian_birth_date"],
    {},
    ["guardian_birth_date under_age"],
  ],
  [
    "what was answered before",
    "minor",
    { student_email: "A@example.org" },
    ["student_email"],
    { guardian_email: "a@example.org" },
    ["student_email email_not_distinct"],
  ],
  [
    "the form's own rules",
    "minor",
    { has_second_guardian: "yes" },
    ["has_second_guardian", "second_guardian_email"],
    {},
    ["second_guardian_email required"],
  ],
  ["the form's own questions", "minor", { has_second_guardian: "no" }, ["has_second_guardian"], {}, []],
  ["one that was not answered", "minor", {}, ["has_second_guardian"], {}, ["has_second_guardian required"]],
  [
    "one answered otherwise",
    "minor",
    { add_student_details: "" },
    ["add_student_details"],
    {},
    ["add_student_details required"],
  ],
  ["what is no question of an adult", "adult", {}, ["has_second_guardian", "guardian_name"], {}, []],
  ["no field of another step", "adult", {}, ["student_name"], {}, ["student_name required"]],
])("a step judges %s", (_, branch, input, fields, before, expected) => {
  const { error } = stepSchema(fields, branch, school, before).safeParse(input);
  expect((error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`)).toEqual(expected);
});

test("what is chosen is chosen from its list", () => {
  const fields: FormField[] = ["student_country", "has_second_guardian", "school_year_id", "student_name"];
  expect(fields.map(listOf)).toEqual(["countries", "yes-no", "years", undefined]);
});
