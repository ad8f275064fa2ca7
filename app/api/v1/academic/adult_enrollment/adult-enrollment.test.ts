import { afterAll, beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/prisma";
import { type Api, startApi } from "@/test/api";
import { anAdult, anEmail, yearsAgo } from "@/test/factories";
import { aSchool, schoolYears } from "@/test/school";

let api: Api;
let school: Awaited<ReturnType<typeof aSchool>>;
beforeAll(async () => {
  school = await aSchool();
  api = await startApi();
});
afterAll(() => api.stop());

const required = Object.keys(anAdult());
const texts = required.filter((field) => !["school_year_id", "terms_and_conditions"].includes(field));
const years = schoolYears();

/** What must be refused: the rule, the changes to a valid body, the field blamed, its code. */
const refused: [rule: string, changes: object, field: string, code: string][] = [
  ...required.map((field): [string, object, string, string] => [
    `required field ${field} absent`,
    { [field]: undefined },
    field,
    "required",
  ]),
  ...required.map((field): [string, object, string, string] => [
    `required field ${field} null`,
    { [field]: null },
    field,
    "required",
  ]),
  ...texts.map((field): [string, object, string, string] => [
    `required field ${field} blank`,
    { [field]: " \t" },
    field,
    "required",
  ]),
  ...texts.map((field): [string, object, string, string] => [
    `required field ${field} a number`,
    { [field]: 5 },
    field,
    "invalid_type",
  ]),
  [
    "rule 1: an unknown school year",
    { school_year_id: 999_999 },
    "school_year_id",
    "school_year_unavailable",
  ],
  [
    "rule 1: the previous school year",
    { school_year_id: years.previous },
    "school_year_id",
    "school_year_unavailable",
  ],
  [
    "rule 1: a school year as text",
    { school_year_id: String(years.current) },
    "school_year_id",
    "invalid_type",
  ],
  ["rule 1: a school year with a fraction", { school_year_id: 1.5 }, "school_year_id", "invalid_type"],
  ["rule 1: a school year of true", { school_year_id: true }, "school_year_id", "invalid_type"],
  [
    "rule 2: terms not accepted",
    { terms_and_conditions: false },
    "terms_and_conditions",
    "terms_not_accepted",
  ],
  ["rule 2: terms as text", { terms_and_conditions: "true" }, "terms_and_conditions", "invalid_type"],
  ["rule 2: terms as a number", { terms_and_conditions: 1 }, "terms_and_conditions", "invalid_type"],
  ...[1, 2, 3].flatMap((option): [string, object, string, string][] => [
    [
      `rule 3: an unknown speciality as option ${option}`,
      { [`student_speciality_option${option}`]: 999_999_999 },
      `student_speciality_option${option}`,
      "speciality_unavailable",
    ],
    [
      `rule 3: an unknown syllabus as option ${option}`,
      { [`student_syllabi_option${option}`]: 999_999_999 },
      `student_syllabi_option${option}`,
      "syllabus_unavailable",
    ],
  ]),
  [
    "rule 3: an unknown speciality as experience",
    { student_experience_speciality: 999_999_999 },
    "student_experience_speciality",
    "speciality_unavailable",
  ],
  [
    "rule 3: a speciality as text",
    { student_speciality_option1: "1" },
    "student_speciality_option1",
    "invalid_type",
  ],
  [
    "2.5: experience of 4",
    { student_experience_years: 4 },
    "student_experience_years",
    "experience_unavailable",
  ],
  [
    "2.5: experience of -1",
    { student_experience_years: -1 },
    "student_experience_years",
    "experience_unavailable",
  ],
  ["2.5: experience as text", { student_experience_years: "1" }, "student_experience_years", "invalid_type"],
  ["rule 4: an unknown country", { student_country: "zz" }, "student_country", "country_unsupported"],
  ["rule 4: a country in capitals", { student_country: "ES" }, "student_country", "country_unsupported"],
  ["rule 4: a country's name", { student_country: "España" }, "student_country", "country_unsupported"],
  [
    "rule 5: an unknown document type",
    { student_document_type: "cif" },
    "student_document_type",
    "document_type_unsupported",
  ],
  [
    "rule 5: a document type in capitals",
    { student_document_type: "DNI" },
    "student_document_type",
    "document_type_unsupported",
  ],
  ...[
    "17/05/1990",
    "1990-5-17",
    "1990-13-01",
    "2023-02-30",
    "1990-05-17T00:00:00Z",
    "0000-01-01",
    "soon",
  ].map((day): [string, object, string, string] => [
    `rule 6: ${day} as birth date`,
    { student_birth_date: day },
    "student_birth_date",
    "invalid_date",
  ]),
  ["rule 6: 18 tomorrow", { student_birth_date: yearsAgo(18, 1) }, "student_birth_date", "under_age"],
  ["rule 6: born today", { student_birth_date: yearsAgo(0) }, "student_birth_date", "under_age"],
  ["rule 6: born tomorrow", { student_birth_date: yearsAgo(0, 1) }, "student_birth_date", "in_the_future"],
  ["rule 7: a phone with spaces", { student_phone: "600 123 456" }, "student_phone", "invalid_phone"],
  ["rule 7: a phone with its prefix", { student_phone: "+34600123456" }, "student_phone", "invalid_phone"],
  ["rule 7: a phone with letters", { student_phone: "600CALLME" }, "student_phone", "invalid_phone"],
  ...["34", "+", "+12345", "+3 4", "0034", "++34"].map((prefix): [string, object, string, string] => [
    `rule 7: ${prefix} as prefix`,
    { student_phone_country_code: prefix },
    "student_phone_country_code",
    "invalid_phone_prefix",
  ]),
  ...["ada", "ada@", "@example.org", "ada@example", "a b@example.org", "ada@no-email.invalid"].map(
    (email): [string, object, string, string] => [
      `rule 8: ${email} as e-mail`,
      { student_email: email },
      "student_email",
      "invalid_email",
    ],
  ),
  ["rule 8: a document of separators alone", { student_document: ".-/" }, "student_document", "required"],
  ...["student_name", "student_surname", "student_city", "student_address", "student_zip_code"].map(
    (field): [string, object, string, string] => [
      `limits: 201 characters as ${field}`,
      { [field]: "ñ".repeat(201) },
      field,
      "too_long",
    ],
  ),
  ["limits: a long e-mail", { student_email: `${"a".repeat(243)}@example.org` }, "student_email", "too_long"],
  ["limits: a long document", { student_document: "1".repeat(33) }, "student_document", "too_long"],
  [
    "limits: long observations",
    { enrollment_observations: "x".repeat(4001) },
    "enrollment_observations",
    "too_long",
  ],
  ["observations as an object", { enrollment_observations: {} }, "enrollment_observations", "invalid_type"],
];

test.each(refused)("4.3 %s", async (_, changes, field, code) => {
  const { status, error } = await api.enrollAdult({ ...anAdult(), ...changes });
  expect(error?.errors?.map((issue) => [issue.field, issue.code])).toEqual([[field, code]]);
  expect([status, error?.code]).toEqual([422, "validation_failed"]);
});

test("4.3 rule 3: what the other year offers is not available in this one", async () => {
  const { error } = await api.enrollAdult({
    ...anAdult(),
    student_experience_speciality: school.next.specialities[0],
    student_speciality_option2: school.next.specialities[1],
    student_syllabi_option3: school.previous.syllabi[0],
  });
  expect(error?.errors?.map(({ field, code }) => [field, code])).toEqual([
    ["student_experience_speciality", "speciality_unavailable"],
    ["student_speciality_option2", "speciality_unavailable"],
    ["student_syllabi_option3", "syllabus_unavailable"],
  ]);
});

const [speciality1, speciality2, speciality3] = [0, 1, 2];

/** What must be accepted: the rule and the changes to a valid body. */
const accepted: [rule: string, changes: () => object][] = [
  ["rule 1: the current school year", () => ({ school_year_id: years.current })],
  ["rule 1: the next school year", () => ({ school_year_id: years.next })],
  [
    "rule 3: every option of the year",
    () => ({
      student_experience_speciality: school.current.specialities[speciality1],
      student_experience_years: 0,
      student_speciality_option1: school.current.specialities[speciality1],
      student_speciality_option2: school.current.specialities[speciality2],
      student_speciality_option3: school.current.specialities[speciality3],
      student_syllabi_option1: school.current.syllabi[0],
      student_syllabi_option2: school.current.syllabi[1],
      student_syllabi_option3: school.current.syllabi[2],
      enrollment_observations: "Toca el piano desde niña.\nCanta.",
    }),
  ],
  ["rule 3: option 3 alone", () => ({ student_speciality_option3: school.current.specialities[0] })],
  ["2.5: experience of 3 years or more", () => ({ student_experience_years: 3 })],
  ["optional fields null or blank", () => ({ student_syllabi_option1: null, enrollment_observations: "  " })],
  ...["dni", "nie", "passport", "nif"].map((type): [string, () => object] => [
    `rule 5: ${type}`,
    () => ({ student_document_type: type }),
  ]),
  ["rule 6: 18 today", () => ({ student_birth_date: yearsAgo(18) })],
  ["rule 6: born on a leap day", () => ({ student_birth_date: "2000-02-29" })],
  ["rule 7: a prefix of four digits", () => ({ student_phone_country_code: "+1876" })],
  ["rule 8: an address with letters of any alphabet", () => ({ student_email: anEmail("josé") })],
  ["limits: 200 characters", () => ({ student_city: "ñ".repeat(200), student_address: "🎻".repeat(200) })],
  ["members that are not in the interface", () => ({ unknown: "ignored", student_iban: "ES91" })],
];

test.each(accepted)("4.3 %s is accepted", async (_, changes) => {
  const { status, text, headers } = await api.enrollAdult({ ...anAdult(), ...changes() });
  expect(text).toBe('{"status":"success","data":"Enrollment created successfully."}');
  expect(status).toBe(201);
  expect(headers["enrollment-reference"]).toMatch(/^[34679ACDEFGHJKMNPQRTUWXY]{8}$/);
});

test("4.3 every error comes at once, in schema order, none hides another, nothing submitted is echoed", async () => {
  const { error, text } = await api.enrollAdult({
    enrollment_observations: "SECRET".repeat(1000),
    student_syllabi_option1: 987_654_321,
    student_country: "SECRET",
    student_birth_date: yearsAgo(5),
    student_email: "SECRET",
    student_name: 5,
    terms_and_conditions: false,
    school_year_id: years.current,
  });
  expect(error?.errors?.map(({ field, code }) => `${field} ${code}`)).toEqual([
    "student_email invalid_email",
    "student_name invalid_type",
    "student_surname required",
    "student_birth_date under_age",
    "student_document_type required",
    "student_document required",
    "student_phone required",
    "student_phone_country_code required",
    "student_country country_unsupported",
    "student_city required",
    "student_zip_code required",
    "student_address required",
    "terms_and_conditions terms_not_accepted",
    "student_syllabi_option1 syllabus_unavailable",
    "enrollment_observations too_long",
  ]);
  expect(text).not.toMatch(/SECRET|987654321/);
  expect(error?.message).toBe("15 fields are invalid.");
});

test("4.3 what is stored is what was sent: trimmed, composed, nothing unknown", async () => {
  const adult = { ...anAdult(), student_name: "  Jose\u0301 ", student_document: "12.345.678-z" };
  const { headers } = await api.enrollAdult({ ...adult, unknown: "never stored" });
  const reference = String(headers["enrollment-reference"]);
  const stored = await prisma().enrollment.findUniqueOrThrow({
    where: { reference },
    include: { student: true },
  });
  expect(stored.student).toMatchObject({
    name: "José",
    surname: adult.student_surname,
    email: adult.student_email,
    documentKey: "12345678Z",
    document: "12.345.678-z",
    phoneCountryCode: "+34",
    zipCode: "08001",
  });
  expect(stored).toMatchObject({ state: "pending", source: "api", schoolYearId: years.current });
  expect(JSON.stringify(stored)).not.toContain("never stored");
});
