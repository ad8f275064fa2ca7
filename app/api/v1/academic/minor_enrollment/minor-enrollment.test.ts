import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { writeSetting } from "@/lib/school/settings";
import { aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { startDemoApi } from "@/test/support/servers/api";

const { api, school } = await startDemoApi();

const required = Object.keys(aMinor());
const guardian = required.filter((field) => field.startsWith("guardian_"));
const texts = required.filter((field) => !["school_year_id", "terms_and_conditions"].includes(field));
const optional = optionalStudentTexts();
const document = "12345678Z";

/** The rule, field, value, code and other changes of the body. */
const refused: [rule: string, field: string, value: unknown, code: string, others?: object][] = [
  ...guardian.map((field) => ["4.4-1: absent,", field, undefined, "required"] as Row),
  ...guardian.map((field) => ["4.4-1: blank,", field, " ", "required"] as Row),
  ...required.map((field) => ["required field null:", field, null, "required"] as Row),
  ...texts.map((field) => ["required field an array:", field, ["x"], "invalid_type"] as Row),
  ...optional.map((field) => ["optional field a number:", field, 5, "invalid_type"] as Row),
  ["optional field true:", "second_guardian_email", true, "invalid_type"],
  ["4.4-2: an unknown year,", "school_year_id", 0, "school_year_unavailable"],
  ["4.4-2: the previous year,", "school_year_id", getSchoolYearIds().previous, "school_year_unavailable"],
  ["4.4-3: not accepted,", "terms_and_conditions", false, "terms_not_accepted"],
  ["4.4-4: unknown,", "student_speciality_option1", -1, "speciality_unavailable"],
  ["4.4-4: unknown,", "student_speciality_option2", 0, "speciality_unavailable"],
  ["4.4-4: unknown,", "student_speciality_option3", 2 ** 31, "speciality_unavailable"],
  ["4.4-4: unknown,", "student_experience_speciality", 2 ** 40, "speciality_unavailable"],
  ["4.4-4: unknown,", "student_syllabi_option1", -1, "syllabus_unavailable"],
  ["4.4-4: unknown,", "student_syllabi_option2", 0, "syllabus_unavailable"],
  ["4.4-4: unknown,", "student_syllabi_option3", 2 ** 31, "syllabus_unavailable"],
  ["4.4-4: no safe integer,", "student_syllabi_option1", 2 ** 60, "invalid_type"],
  ["4.4-5: unknown,", "guardian_country", "xx", "country_unsupported"],
  ["4.4-5: well-formed, but not listed,", "student_country", "zz", "country_unsupported"],
  ["4.4-5: capitals,", "student_country", "Es", "country_unsupported"],
  ["4.4-5: unknown,", "guardian_document_type", "id", "document_type_unsupported"],
  ["4.4-5: unknown,", "student_document_type", "id", "document_type_unsupported"],
  ["4.4-6: no such day,", "guardian_birth_date", "1985-02-29", "invalid_date"],
  ["4.4-6: 18 tomorrow,", "guardian_birth_date", () => yearsAgo(18, 1), "under_age"],
  ["4.4-6: not born yet,", "guardian_birth_date", "2999-01-01", "in_the_future"],
  ["4.4-6: no date,", "student_birth_date", "2016-2-3", "invalid_date"],
  ["4.4-6: not born yet,", "student_birth_date", () => yearsAgo(0, 1), "in_the_future"],
  ["4.4-7: spaces,", "guardian_phone", "600 1", "invalid_phone"],
  ["4.4-7: spaces,", "student_phone", "600 1", "invalid_phone"],
  ["4.4-7: no plus,", "guardian_phone_country_code", "34", "invalid_phone_prefix"],
  ["4.4-7: a zero,", "student_phone_country_code", "+0034", "invalid_phone_prefix"],
  ["4.4-8: malformed,", "guardian_email", "berta", "invalid_email"],
  ["4.4-8: malformed,", "second_guardian_email", "david", "invalid_email"],
  [
    "4.4-8: the guardian's,",
    "student_email",
    "A@x.org ",
    "email_not_distinct",
    { guardian_email: "a@x.org" },
  ],
  [
    "4.4-8: the guardian's,",
    "second_guardian_email",
    "a@X.org",
    "email_not_distinct",
    { guardian_email: "a@x.org" },
  ],
  [
    "4.4-8: the student's,",
    "second_guardian_email",
    "e\u0301@x.org",
    "email_not_distinct",
    { student_email: "é@x.org" },
  ],
  [
    "4.4-8: the guardian's,",
    "student_document",
    "12.345.678-z",
    "document_not_distinct",
    { guardian_document: document },
  ],
  ["4.4-9: absent,", "student_email", undefined, "required"],
  ["4.4-9: blank,", "student_email", "", "required"],
  ["limits: too long,", "second_guardian_email", `${"a".repeat(250)}@x.org`, "too_long"],
];

type Row = (typeof refused)[number];

test.each(refused)("%s %s", async (_, field, value, code, others = {}) => {
  const submitted = typeof value === "function" ? value() : value; // at once: days pass
  const { status, error } = await api.enrollMinor({ ...aMinor(), ...others, [field]: submitted });
  expect(error?.errors?.map((issue) => [issue.field, issue.code])).toEqual([[field, code]]);
  expect([status, error?.code]).toEqual([422, "validation_failed"]);
});

test("4.4-4: rejects choices of another year", async () => {
  const choices = {
    student_speciality_option1: school.previous.specialities[0],
    student_syllabi_option1: school.next.syllabi[0],
  };
  const { error } = await api.enrollMinor({ ...aMinor(), ...choices });
  expect(error?.errors?.map(({ code }) => code)).toEqual(["speciality_unavailable", "syllabus_unavailable"]);
});

test("4.4: returns all errors in schema order", async () => {
  const { error } = await api.enrollMinor({
    ...aMinor(),
    guardian_email: "same@example.org",
    student_email: "same@example.org",
    guardian_birth_date: yearsAgo(10),
    guardian_city: " ",
    student_document_type: 7,
    student_speciality_option2: 5,
    second_guardian_email: "same@example.org",
  });
  expect(error?.errors?.map(({ field, code }) => `${field} ${code}`)).toEqual([
    "guardian_birth_date under_age",
    "guardian_city required",
    "student_email email_not_distinct",
    "student_document_type invalid_type",
    "second_guardian_email email_not_distinct",
    "student_speciality_option2 speciality_unavailable",
  ]);
});

/** Required by 4.3, but not by 4.4. */
function optionalStudentTexts() {
  const minor = aMinor();
  return Object.keys(anAdult()).filter((field) => field.startsWith("student_") && !(field in minor));
}

const accepted: [rule: string, changes: () => object][] = [
  ["4.4-1: one guardian", () => ({})],
  ["4.4-1: two guardians", () => ({ second_guardian_email: anEmail() })],
  ["4.4-2: the next school year", () => ({ school_year_id: school.next.id })],
  ["4.4-6: a guardian of 18 today", () => ({ guardian_birth_date: yearsAgo(18) })],
  ["a student of any age", () => ({ student_birth_date: "1970-01-01" })],
  ["a student born today", () => ({ student_birth_date: yearsAgo(0) })],
  [
    "4.4-10: no other student field",
    () => ({ student_city: null, student_phone: "", student_country: "\u0001", student_document: " - " }),
  ],
  [
    "4.4-10: every student field",
    () => {
      const { school_year_id, student_birth_date, student_email, ...student } = anAdult();
      return { ...student, student_syllabi_option1: school.current.syllabi[0], student_experience_years: 2 };
    },
  ],
];

test.each(accepted)("%s is accepted", async (_, changes) => {
  const { status, text } = await api.enrollMinor({ ...aMinor(), ...changes() });
  expect(text).toBe('{"status":"success","data":"Enrollment created successfully."}');
  expect(status).toBe(201);
});

describe("4.4-9: a school that allows minors without e-mail", () => {
  beforeAll(() => writeSetting("allow_minors_without_email", true));
  afterAll(() => writeSetting("allow_minors_without_email", false));

  test.each([["absent"], [null], [""]])("generates an e-mail for them: %s", async (email) => {
    const { student_email, ...minor } = aMinor();
    const body = email === "absent" ? minor : { ...minor, student_email: email };
    const { status, headers } = await api.enrollMinor(body);
    expect(status).toBe(201);
    const { student, mailMessages } = await prisma().enrollment.findUniqueOrThrow({
      where: { reference: String(headers["enrollment-reference"]) },
      select: { student: { select: { email: true } }, mailMessages: { select: { kind: true } } },
    });
    expect(student.email).toMatch(/^[0-9a-f-]{36}@no-email\.invalid$/);
    expect(mailMessages).toEqual([{ kind: "guardian" }]);
  });

  test("still rejects an invalid e-mail", async () => {
    const { error } = await api.enrollMinor({ ...aMinor(), student_email: "carla" });
    expect(error?.errors?.map(({ code }) => code)).toEqual(["invalid_email"]);
  });
});
