import { expect, test } from "vitest";
import type { SchoolContext } from "@/lib/enrollment/rules";
import { choiceFields, getOptionsList } from "@/lib/wizard/questions";
import { createStepSchema } from "@/lib/wizard/schema";
import type { Branch, FormField } from "@/lib/wizard/types";

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
    "earlier answers",
    "minor",
    { student_email: "A@example.org" },
    ["student_email"],
    { guardian_email: "a@example.org" },
    ["student_email email_not_distinct"],
  ],
  [
    "no second guardian after a changed answer",
    "minor",
    { student_email: "d@example.org" },
    ["student_email"],
    { has_second_guardian: "no", second_guardian_email: "d@example.org" },
    [],
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
    "another answer",
    "minor",
    { has_student_email: "" },
    ["has_student_email"],
    {},
    ["has_student_email required"],
  ],
  ["what is no question of an adult", "adult", {}, ["has_second_guardian", "guardian_name"], {}, []],
  ["no field of another step", "adult", {}, ["student_name"], {}, ["student_name required"]],
])("a step validates %s", (_, branch, input, fields, earlierAnswers, expected) => {
  const { error } = createStepSchema(fields, branch, school, earlierAnswers).safeParse(input);
  expect((error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`)).toEqual(expected);
});

const judged = (branch: Branch, fields: FormField[], input: Record<string, unknown>) => {
  const { error } = createStepSchema(fields, branch, school, {}).safeParse(input);
  return (error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`);
};

test.each<[string, FormField[], Record<string, unknown>, string[]]>([
  ["two guardians' address", ["second_guardian_email"], { second_guardian_email: "d@example.org" }, []],
  [
    "no second guardian, no address",
    ["has_second_guardian", "second_guardian_email"],
    { has_second_guardian: "no" },
    [],
  ],
  [
    "a child's address that is the second guardian's",
    ["has_second_guardian", "second_guardian_email", "student_email"],
    { has_second_guardian: "yes", second_guardian_email: "D@example.org", student_email: "d@EXAMPLE.org" },
    ["second_guardian_email email_not_distinct"],
  ],
  [
    "another address",
    ["has_second_guardian", "second_guardian_email", "student_email"],
    { has_second_guardian: "yes", second_guardian_email: "d@example.org", student_email: "c@example.org" },
    [],
  ],
  [
    "a number without its type",
    ["student_document_type", "student_document"],
    { student_document: "X" },
    ["student_document_type required"],
  ],
  [
    "a number with its type",
    ["student_document_type", "student_document"],
    { student_document_type: "dni", student_document: "12345678Z" },
    [],
  ],
  ["neither", ["student_document_type", "student_document"], {}, []],
  [
    "somebody of 121 years",
    ["student_birth_date"],
    { student_birth_date: "1905-12-31" },
    ["student_birth_date year_unlikely"],
  ],
  ["somebody of 120 years", ["student_birth_date"], { student_birth_date: "1906-01-01" }, []],
  [
    "a Spanish postcode of four digits",
    ["guardian_country", "guardian_zip_code"],
    { guardian_country: "es", guardian_zip_code: "8001" },
    ["guardian_zip_code zip_spain"],
  ],
  [
    "a Spanish postcode of six digits",
    ["guardian_country", "guardian_zip_code"],
    { guardian_country: "es", guardian_zip_code: "080011" },
    ["guardian_zip_code zip_spain"],
  ],
  [
    "a Spanish postcode of five digits",
    ["guardian_country", "guardian_zip_code"],
    { guardian_country: "es", guardian_zip_code: "08001" },
    [],
  ],
  [
    "a Spanish postcode with a letter",
    ["guardian_country", "guardian_zip_code"],
    { guardian_country: "es", guardian_zip_code: "E08001" },
    ["guardian_zip_code zip_spain"],
  ],
  [
    "a French postcode",
    ["guardian_country", "guardian_zip_code"],
    { guardian_country: "fr", guardian_zip_code: "8001" },
    [],
  ],
  [
    "the child's own country counts",
    ["guardian_country", "guardian_zip_code", "student_country", "student_zip_code"],
    { guardian_country: "fr", guardian_zip_code: "8001", student_country: "es", student_zip_code: "8001" },
    ["student_zip_code zip_spain"],
  ],
  ["no postcode at all", ["student_country", "student_zip_code"], { student_country: "es" }, []],
])("W13 to W19: the form of a minor asks beyond the interface: %s", (_, fields, input, expected) => {
  expect(judged("minor", fields, input)).toEqual(expected);
});

test.each([
  ["yes", ["student_email required"]],
  ["no", []],
])("W21: where children need no address, the answer %s asks for %j", (answer, expected) => {
  const lenient = { ...school, minorsWithoutEmail: true };
  const { error } = createStepSchema(["has_student_email", "student_email"], "minor", lenient, {}).safeParse({
    has_student_email: answer,
  });
  expect((error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`)).toEqual(expected);
});

test.each(["speciality", "syllabi"])("W25: refuses a repeated choice of %s at its second field", (list) => {
  const [one, two, three] = [1, 2, 3].map((at) => `student_${list}_option${at}` as FormField) as [
    FormField,
    FormField,
    FormField,
  ];
  const [first, second] = list === "speciality" ? [1, 2] : [3, 3];
  const listChoiceProblems = (input: Record<string, unknown>) =>
    judged("adult", ["school_year_id", one, two, three], { school_year_id: 26, ...input });
  expect(listChoiceProblems({ [one]: first, [two]: first })).toEqual([`${two} choice_repeated`]);
  expect(listChoiceProblems({ [one]: first, [three]: first })).toEqual([`${three} choice_repeated`]);
  expect(listChoiceProblems({ [one]: first, [two]: first, [three]: first })).toEqual([
    `${two} choice_repeated`,
    `${three} choice_repeated`,
  ]);
  expect(listChoiceProblems({ [one]: first, [two]: second })).toEqual(
    list === "speciality" ? [] : [`${two} choice_repeated`],
  );
  expect(listChoiceProblems({ [three]: first })).toEqual([]);
  expect(listChoiceProblems({})).toEqual([]);
});

test("every choice has its list of options", () => {
  const fields: FormField[] = ["student_country", "has_second_guardian", "school_year_id", "student_name"];
  expect(fields.map(getOptionsList)).toEqual(["countries", "yes-no", "years", undefined]);
});

test("the choices are three specialities and three syllabi", () => {
  expect([...choiceFields].sort()).toEqual([
    "student_speciality_option1",
    "student_speciality_option2",
    "student_speciality_option3",
    "student_syllabi_option1",
    "student_syllabi_option2",
    "student_syllabi_option3",
  ]);
});
