import { beforeAll, expect, test } from "vitest";
import { createApiKey } from "@/lib/api/keys";
import { adultEnrollmentSchema, minorEnrollmentSchema } from "@/lib/enrollment/schema";
import { getPool } from "@/lib/platform/database/prisma";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { aFullAdult, aFullMinor } from "@/test/support/data/full-enrollments";
import { type Query, readStoredRecord } from "@/test/support/database/enrollment-record";
import { startDemoApi } from "@/test/support/servers/api";

const { api, school } = await startDemoApi();
const studies = { ...school.current, year: school.current.id };
const secret: Record<string, string> = {};
beforeAll(async () => {
  for (const mode of ["live", "test"] as const)
    secret[mode] = await createApiKey({ name: mode, scopes: ["enrollment:write"], expiresAt: null, mode });
});

const query: Query = async (sql, values) => (await getPool().query(sql, values)).rows;

async function stored(path: string, body: object, key: string, language: string) {
  const { status, headers } = await api.post(`academic/${path}_enrollment`, body, {
    Authorization: `Bearer ${secret[key]}`,
    "Accept-Language": language,
  });
  expect(status).toBe(201);
  return readStoredRecord(query, String(headers["enrollment-reference"]));
}

test("the bodies of these tests contain every field of the API", () => {
  const named = (body: object) => Object.keys(body).sort();
  expect(named(aFullAdult(studies).body)).toEqual(named(adultEnrollmentSchema.shape));
  expect(named(aFullMinor(studies).body)).toEqual(named(minorEnrollmentSchema.shape));
});

// The terms are in Spanish for every language of mails (families 19).
const terms = { terms_url: "http://localhost:3000/terms", terms_text: "es 1" };

test("4.3: an adult's enrollment is stored field by field", async () => {
  const { body, record } = aFullAdult(studies);
  expect(await stored("adult", body, "live", "ca")).toEqual(
    record({ source: "api", locale: "ca", test: false, key: "live", ...terms }),
  );
});

test("4.4: a minor's enrollment with two guardians is stored field by field, guardians in order", async () => {
  const { body, record } = aFullMinor(studies);
  expect(await stored("minor", body, "test", "en")).toEqual(
    record({ source: "api", locale: "en", test: true, key: "test", ...terms }),
  );
});

test("4.3, 4.4: missing members are stored as null", async () => {
  const nothing = {
    experience_speciality_id: null,
    experience_years: null,
    observations: null,
    specialities: {},
    syllabi: {},
  };
  expect(await stored("adult", anAdult(), "live", "es")).toMatchObject({ ...nothing, guardians: [] });
  const minor = aMinor();
  expect(await stored("minor", minor, "live", "es")).toMatchObject({
    ...nothing,
    student: {
      document_type: null,
      document: null,
      document_key: null,
      phone_country_code: null,
      phone: null,
      country: null,
      city: null,
      zip_code: null,
      address: null,
    },
    guardians: [{ email: minor.guardian_email }],
  });
});

test("4.3-3: an option keeps its number when those before it were left out", async () => {
  const [speciality, syllabus] = [studies.specialities[2], studies.syllabi[3]];
  const body = { ...anAdult(), student_speciality_option3: speciality, student_syllabi_option2: syllabus };
  expect(await stored("adult", body, "live", "es")).toMatchObject({
    specialities: { 3: speciality },
    syllabi: { 2: syllabus },
  });
});

test("4.3-8: normalises e-mail and document into the keys that identify people", async () => {
  const { student_email, student_document, ...rest } = anAdult();
  const written = {
    student_email: `  ${student_email.toUpperCase()} `,
    student_document: `${student_document.slice(0, 2)}.${student_document.slice(2, 8).toLowerCase()}-${student_document.slice(8).toLowerCase()}`,
  };
  expect(await stored("adult", { ...rest, ...written }, "live", "es")).toMatchObject({
    student: {
      email: student_email.toUpperCase(),
      email_key: student_email,
      document: written.student_document,
      document_key: student_document,
    },
  });
});
