import { expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { startDemoApi } from "@/test/support/servers/api";

const { api, school } = await startDemoApi();

const required = Object.keys(anAdult());
const texts = required.filter((field) => !["school_year_id", "terms_and_conditions"].includes(field));
const lines = ["student_name", "student_surname", "student_city", "student_address", "student_zip_code"];
const invalidDates = [
  "17/05/1990",
  "1990-5-17",
  "1990-13-01",
  "2023-02-30",
  "1990-05-17T00:00:00Z",
  "0000-01-01",
  "soon",
];
const invalidEmails = [
  "ada",
  "ada@",
  "@example.org",
  "ada@example",
  "a b@example.org",
  "a..b@example.org",
  "ada@no-email.invalid",
];

/** Fields that are stored unchanged: a valid value, and the code of an invalid one. */
const unchangedFields = [
  ["student_phone", "600123456", "invalid_phone"],
  ["student_phone_country_code", "+34", "invalid_phone_prefix"],
  ["student_country", "es", "country_unsupported"],
  ["student_document_type", "dni", "document_type_unsupported"],
  ["student_birth_date", "1990-05-17", "invalid_date"],
] as const;

/** The rule, field, value and code. */
const refused: [rule: string, field: string, value: unknown, code: string][] = [
  ...required.map((field) => ["required field absent:", field, undefined, "required"] as Row),
  ...required.map((field) => ["required field null:", field, null, "required"] as Row),
  ...texts.map((field) => ["required field blank:", field, " \t", "required"] as Row),
  ...texts.map((field) => ["required field a number:", field, 5, "invalid_type"] as Row),
  ["4.3-1: an unknown year,", "school_year_id", 999_999, "school_year_unavailable"],
  ["4.3-1: the previous year,", "school_year_id", getSchoolYearIds().previous, "school_year_unavailable"],
  ["4.3-1: a year as text,", "school_year_id", String(getSchoolYearIds().current), "invalid_type"],
  ["4.3-1: a year with a fraction,", "school_year_id", 1.5, "invalid_type"],
  ["4.3-1: a year of true,", "school_year_id", true, "invalid_type"],
  ["4.3-2: terms not accepted,", "terms_and_conditions", false, "terms_not_accepted"],
  ["4.3-2: terms as text,", "terms_and_conditions", "true", "invalid_type"],
  ["4.3-2: terms as a number,", "terms_and_conditions", 1, "invalid_type"],
  ["4.3-3: unknown,", "student_speciality_option1", 999_999_999, "speciality_unavailable"],
  ["4.3-3: unknown,", "student_speciality_option2", 999_999_999, "speciality_unavailable"],
  ["4.3-3: unknown,", "student_speciality_option3", 999_999_999, "speciality_unavailable"],
  ["4.3-3: unknown,", "student_experience_speciality", 999_999_999, "speciality_unavailable"],
  ["4.3-3: unknown,", "student_syllabi_option1", 999_999_999, "syllabus_unavailable"],
  ["4.3-3: unknown,", "student_syllabi_option2", 999_999_999, "syllabus_unavailable"],
  ["4.3-3: unknown,", "student_syllabi_option3", 999_999_999, "syllabus_unavailable"],
  ["4.3-3: a speciality as text,", "student_speciality_option1", "1", "invalid_type"],
  ["2.5: none of the keys,", "student_experience_years", 4, "experience_unavailable"],
  ["2.5: none of the keys,", "student_experience_years", -1, "experience_unavailable"],
  ["2.5: a key as text,", "student_experience_years", "1", "invalid_type"],
  ["4.3-4: an unknown country,", "student_country", "zz", "country_unsupported"],
  ["4.3-4: a country in capitals,", "student_country", "ES", "country_unsupported"],
  ["4.3-4: a country's name,", "student_country", "España", "country_unsupported"],
  ["4.3-5: an unknown type,", "student_document_type", "cif", "document_type_unsupported"],
  ["4.3-5: a type in capitals,", "student_document_type", "DNI", "document_type_unsupported"],
  ...invalidDates.map((day) => [`4.3-6: ${day},`, "student_birth_date", day, "invalid_date"] as Row),
  ["4.3-6: 18 tomorrow,", "student_birth_date", () => yearsAgo(18, 1), "under_age"],
  ["4.3-6: born today,", "student_birth_date", () => yearsAgo(0), "under_age"],
  ["4.3-6: born tomorrow,", "student_birth_date", () => yearsAgo(0, 1), "in_the_future"],
  ["4.3-7: spaces,", "student_phone", "600 123 456", "invalid_phone"],
  ["4.3-7: with its prefix,", "student_phone", "+34600123456", "invalid_phone"],
  ["4.3-7: letters,", "student_phone", "600CALLME", "invalid_phone"],
  ...["34", "+", "+12345", "+3 4", "0034", "++34", "+034"].map(
    (prefix) => [`4.3-7: ${prefix},`, "student_phone_country_code", prefix, "invalid_phone_prefix"] as Row,
  ),
  ...invalidEmails.map((email) => [`4.3-8: ${email},`, "student_email", email, "invalid_email"] as Row),
  ["4.3-6: the last day of 1899,", "student_birth_date", "1899-12-31", "invalid_date"],
  ...unchangedFields.flatMap(([field, value, code]) =>
    [` ${value}`, `${value} `, `${value}\n`, `\u2066${value}`].map(
      (changed) => ["taken exactly as sent:", field, changed, code] as Row,
    ),
  ),
  ...["-", ".-/", " - ", "\u202e-", "—", "¿?"].map(
    (number) => ["4.3-8: separators alone,", "student_document", number, "required"] as Row,
  ),
  ["an empty braille cell alone,", "student_name", "\u2800", "required"],
  ["an accent without a letter,", "student_surname", "\u0301", "required"],
  ["invisible characters alone,", "student_city", "\u200d\u200e\u200b\u00ad", "required"],
  ...lines.map((field) => ["limits: 201 characters,", field, "ñ".repeat(201), "too_long"] as Row),
  ["limits: 255 characters,", "student_email", `${"a".repeat(243)}@example.org`, "too_long"],
  ["limits: 21 digits,", "student_phone", "6".repeat(21), "too_long"],
  ["limits: 33 characters,", "student_document", "1".repeat(33), "too_long"],
  ["limits: 4,001 characters,", "enrollment_observations", "x".repeat(4001), "too_long"],
  ["an object as text,", "enrollment_observations", {}, "invalid_type"],
];

type Row = (typeof refused)[number];

test.each(refused)("%s %s", async (_, field, value, code) => {
  const submitted = typeof value === "function" ? value() : value; // at once: days pass
  const { status, error } = await api.enrollAdult({ ...anAdult(), [field]: submitted });
  expect(error?.errors?.map((issue) => [issue.field, issue.code])).toEqual([[field, code]]);
  expect([status, error?.code]).toEqual([422, "validation_failed"]);
});

test("4.3-3: rejects choices of another year", async () => {
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

const years = getSchoolYearIds();

/** The rule, and the changes to a valid body. */
const accepted: [rule: string, changes: () => object][] = [
  ["4.3-1: the current school year", () => ({ school_year_id: years.current })],
  ["4.3-1: the next school year", () => ({ school_year_id: years.next })],
  [
    "4.3-3: every option of the year",
    () => ({
      student_experience_speciality: school.current.specialities[0],
      student_experience_years: 0,
      student_speciality_option1: school.current.specialities[0],
      student_speciality_option2: school.current.specialities[1],
      student_speciality_option3: school.current.specialities[2],
      student_syllabi_option1: school.current.syllabi[0],
      student_syllabi_option2: school.current.syllabi[1],
      student_syllabi_option3: school.current.syllabi[2],
      enrollment_observations: "Toca el piano desde niña.\nCanta.",
    }),
  ],
  ["4.3-3: option 3 alone", () => ({ student_speciality_option3: school.current.specialities[0] })],
  ["2.5: experience of 3 years or more", () => ({ student_experience_years: 3 })],
  ["optional fields null or blank", () => ({ student_syllabi_option1: null, enrollment_observations: "  " })],
  [
    "optional integers blank",
    () => ({ student_syllabi_option1: "", student_speciality_option1: " ", student_experience_years: "" }),
  ],
  ["4.3-6: born on the first day of 1900", () => ({ student_birth_date: "1900-01-01" })],
  ...["dni", "nie", "passport", "nif"].map((type): [string, () => object] => [
    `4.3-5: ${type}`,
    () => ({ student_document_type: type }),
  ]),
  ["4.3-6: 18 today", () => ({ student_birth_date: yearsAgo(18) })],
  ["4.3-6: born on a leap day", () => ({ student_birth_date: "2000-02-29" })],
  ["4.3-7: a prefix of four digits", () => ({ student_phone_country_code: "+1876" })],
  ["4.3-8: an address with letters of any alphabet", () => ({ student_email: anEmail("josé") })],
  ["limits: 200 characters", () => ({ student_city: "ñ".repeat(200), student_address: "🎻".repeat(200) })],
  ["limits: 20 digits", () => ({ student_phone: "6".repeat(20) })],
  ["members that are not in the interface", () => ({ unknown: "ignored", student_iban: "ES91" })],
];

test.each(accepted)("%s is accepted", async (_, changes) => {
  const { status, text, headers } = await api.enrollAdult({ ...anAdult(), ...changes() });
  expect(text).toBe('{"status":"success","data":"Enrollment created successfully."}');
  expect(status).toBe(201);
  expect(headers["enrollment-reference"]).toMatch(/^[34679ACDEFGHJKMNPQRTUWXY]{8}$/);
});

test("4.3: returns all errors in schema order, without the submitted values", async () => {
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

test("4.3: stores values trimmed and in composed form, without unknown members", async () => {
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
  expect(Object.values({ ...stored, ...stored.student })).not.toContain("never stored");
});

/** Input, stored value, and the value in observations if different. */
const normalised: [what: string, sent: string, kept: string, inObservations?: string][] = [
  ["tab and line breaks", "a\tb\nc\r\nd\re\u2028f", "a b c d e f", "a\tb\nc\r\nd\re\u2028f"],
  ["control characters", "a\u0001b\u001bc\u007fd\u0085e\u000bf", "abcdef"],
  ["embeddings, overrides, isolates", "a\u202ab\u202ec\u202cd\u2066e\u2069f", "abcdef"],
  [
    "joiners and direction marks",
    "می\u200cخواهم क्\u200dष a\u200eb\u200fc",
    "می\u200cخواهم क्\u200dष a\u200eb\u200fc",
  ],
  ["a letter and its accent, apart", "Jose\u0001\u0301", "José"],
  ["spaces around", " \u00a0\n x \t", "x"],
];

test.each(normalised)("texts: %s", async (_, sent, kept, inObservations = kept) => {
  const lines = ["student_name", "student_surname", "student_city", "student_zip_code", "student_address"];
  const { headers } = await api.enrollAdult({
    ...anAdult(),
    ...Object.fromEntries(lines.map((field) => [field, sent])),
    enrollment_observations: sent,
  });
  const { student, observations } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference: String(headers["enrollment-reference"]) },
    include: { student: true },
  });
  expect([student.name, student.surname, student.city, student.zipCode, student.address]).toEqual(
    lines.map(() => kept),
  );
  expect(observations).toBe(inObservations);
});
