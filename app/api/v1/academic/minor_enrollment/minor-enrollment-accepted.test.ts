import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { writeSetting } from "@/lib/school/settings";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { type Api, startApi } from "@/test/support/servers/api";

let api: Api;
let school: Awaited<ReturnType<typeof seedDemoSchool>>;
beforeAll(async () => {
  school = await seedDemoSchool();
  api = await startApi();
});
afterAll(() => api.stop());

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

  test.each([["absent"], [null], [""]])("generates an e-mail for them: %s", async (given) => {
    const { student_email, ...minor } = aMinor();
    const body = given === "absent" ? minor : { ...minor, student_email: given };
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
