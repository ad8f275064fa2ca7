import { afterAll, beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { type Api, startApi } from "@/test/support/servers/api";

let api: Api;
let school: Awaited<ReturnType<typeof seedDemoSchool>>;
beforeAll(async () => {
  school = await seedDemoSchool();
  api = await startApi();
});
afterAll(() => api.stop());

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

test("4.3 stores what was sent: trimmed, composed, without unknown members", async () => {
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
const tidied: [what: string, sent: string, kept: string, inObservations?: string][] = [
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

test.each(tidied)("texts: %s", async (_, sent, kept, inObservations = kept) => {
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
