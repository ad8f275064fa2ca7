import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { denyGuardian } from "@/lib/family/guardians/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { erasePerson } from "@/lib/privacy/verbs";
import { writeSetting } from "@/lib/school/settings";
import { aDni, aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { sendRequest } from "@/test/support/http/http-client";
import { aKey, startDemoApi } from "@/test/support/servers/api";

// Families 8: endpoints for people to whom the ten endpoints answer 409.
const { api } = await startDemoApi();

type Body = Record<string, unknown>;
const postSibling = (body: Body, headers = {}) => api.post("academic/sibling_enrollment", body, headers);
const postReturning = (body: Body, headers = {}) => api.post("academic/returning_enrollment", body, headers);
const expectCreated = async (answer: Promise<{ status: number; headers: Record<string, unknown> }>) => {
  const { status, headers } = await answer;
  expect(status).toBe(201);
  return String(headers["enrollment-reference"]);
};

const aChild = (changes: Body = {}): Body => ({
  school_year_id: getSchoolYearIds().current,
  student_email: anEmail("nil"),
  student_name: "Nil",
  student_surname: "Soler Roca",
  student_birth_date: yearsAgo(7),
  terms_and_conditions: true,
  ...changes,
});
const anotherYear = (reference: string, changes: Body = {}): Body => ({
  reference,
  school_year_id: getSchoolYearIds().next,
  terms_and_conditions: true,
  ...changes,
});

const stored = (reference: string) =>
  prisma().enrollment.findUniqueOrThrow({
    where: { reference },
    select: {
      studentId: true,
      schoolYearId: true,
      observations: true,
      student: {
        select: {
          email: true,
          guardians: {
            orderBy: { position: "asc" },
            select: { position: true, guardianId: true, guardian: { select: { email: true } } },
          },
        },
      },
      mailMessages: { select: { kind: true, person: { select: { email: true } } }, orderBy: { kind: "asc" } },
      specialityChoices: { select: { specialityId: true } },
    },
  });
const mailsOf = ({ mailMessages }: Awaited<ReturnType<typeof stored>>) =>
  mailMessages.map(({ kind, person }) => [kind, person.email]);
const issues = (error: { code: string; errors?: { field: string; code: string }[] } | undefined) => [
  error?.code,
  ...(error?.errors ?? []).map(({ field, code }) => `${field} ${code}`),
];

describe("sibling_enrollment", () => {
  test("enrolls a child of a known guardian; both get a mail", async () => {
    const first = aMinor({ guardians: 2 });
    const reference = await expectCreated(api.enrollMinor(first));
    const child = aChild({ enrollment_observations: "Plays at home." });
    const enrolled = await stored(await expectCreated(postSibling({ reference, ...child })));
    expect(enrolled.student.guardians.map(({ guardian }) => guardian.email)).toEqual([first.guardian_email]);
    expect(enrolled.student.email).toBe(child.student_email);
    expect(enrolled.observations).toBe("Plays at home.");
    expect(mailsOf(enrolled)).toEqual([
      ["guardian", first.guardian_email],
      ["minor_student", child.student_email],
    ]);
    expect(await prisma().person.count({ where: { email: first.guardian_email } })).toBe(1);
  });

  test("accepts a second guardian of the same family or a new person, rejects another family's", async () => {
    const first = aMinor({ guardians: 2 });
    const stranger = aMinor({ guardians: 2 });
    await expectCreated(api.enrollMinor(stranger));
    const reference = await expectCreated(api.enrollMinor(first));
    const { second_guardian_email } = first;
    const before = await stored(reference);
    const same = await stored(
      await expectCreated(postSibling({ reference, ...aChild({ second_guardian_email }) })),
    );
    expect(same.student.guardians[1]?.guardianId).toBe(before.student.guardians[1]?.guardianId);
    expect(mailsOf(same)).toContainEqual(["second_guardian", second_guardian_email]);

    const other = anEmail("eva");
    const half = await stored(
      await expectCreated(postSibling({ reference, ...aChild({ second_guardian_email: other }) })),
    );
    expect(half.student.guardians[1]?.guardian.email).toBe(other);
    const { error } = await postSibling({
      reference,
      ...aChild({ second_guardian_email: stranger.second_guardian_email }),
    });
    expect(issues(error)).toEqual(["duplicate", "second_guardian_email email_taken"]);
  });

  test("links a second guardian who is kept apart, without mail", async () => {
    const first = aMinor({ guardians: 2 });
    const reference = await expectCreated(api.enrollMinor(first));
    const { studentId, student } = await stored(reference);
    const guardianId = String(student.guardians[1]?.guardianId);
    await prisma().guardianship.update({
      where: { studentId_guardianId: { studentId, guardianId } },
      data: { keptApart: true },
    });
    const { second_guardian_email } = first;
    const enrolled = await stored(
      await expectCreated(postSibling({ reference, ...aChild({ second_guardian_email }) })),
    );
    expect(mailsOf(enrolled).map(([kind]) => kind)).toEqual(["guardian", "minor_student"]);
    expect(
      await prisma().guardianship.findMany({ where: { studentId: enrolled.studentId, keptApart: true } }),
    ).toHaveLength(1);
  });

  test("answers 409 for the same child and year, found by e-mail, document, or name without both", async () => {
    await writeSetting("allow_minors_without_email", true);
    const reference = await expectCreated(api.enrollMinor(aMinor()));
    for (const changes of [
      {},
      { student_email: null, student_document: aDni(), student_document_type: "dni" },
      { student_email: null, student_name: "Pol" },
    ]) {
      const child = { reference, ...aChild(changes) };
      await expectCreated(postSibling(child));
      expect(issues((await postSibling(child)).error)).toEqual([
        "duplicate",
        "school_year_id already_enrolled",
      ]);
    }
    const later = aChild({
      student_email: null,
      student_name: "POL",
      school_year_id: getSchoolYearIds().next,
    });
    expect(issues((await postSibling({ reference, ...later })).error)).toEqual([
      "duplicate",
      "student_name student_known",
    ]);
  });

  test("answers 409 email_taken for another child with a brother's address", async () => {
    const reference = await expectCreated(api.enrollMinor(aMinor()));
    const brother = aChild();
    await expectCreated(postSibling({ reference, ...brother }));
    const { student_email } = brother;
    const sister = aChild({ student_name: "Jana", student_birth_date: yearsAgo(5), student_email });
    expect(issues((await postSibling({ reference, ...sister })).error)).toEqual([
      "duplicate",
      "student_email email_taken",
    ]);
  });

  test("stores one of ten concurrent identical requests, also without e-mail and document", async () => {
    await writeSetting("allow_minors_without_email", true);
    const reference = await expectCreated(api.enrollMinor(aMinor()));
    const child = { reference, ...aChild({ student_email: null }) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => postSibling(child)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test("answers 404 for an erased guardian or student and stores nothing", async () => {
    const first = aMinor();
    const reference = await expectCreated(api.enrollMinor(first));
    const { studentId, student } = await stored(reference);
    const personId = String(student.guardians[0]?.guardianId);
    await erasePerson(personId, { actor: { kind: "command" }, withChildren: true, now: new Date() });
    const people = await prisma().person.count();
    for (const answer of [
      await postSibling({ reference, ...aChild() }),
      await postReturning(anotherYear(reference)),
    ])
      expect([answer.status, answer.error?.code]).toEqual([404, "not_found"]);
    expect(await prisma().person.count()).toBe(people);
    expect(await prisma().enrollment.count({ where: { studentId } })).toBe(1);
  });

  test("rejects an adult's reference, another key's and an unknown one", async () => {
    const adult = await expectCreated(api.enrollAdult(anAdult()));
    const refused = await postSibling({ reference: adult, ...aChild() });
    expect([refused.status, ...issues(refused.error)]).toEqual([422, "no_guardian"]);
    const reference = await expectCreated(api.enrollMinor(aMinor()));
    const body = { reference, ...aChild() };
    const withOtherKey = await sendRequest("POST", `${api.base}/api/v1/academic/sibling_enrollment`, {
      body,
      headers: { Authorization: `Bearer ${await aKey()}`, "Content-Type": "application/json" },
    });
    expect([withOtherKey.status, withOtherKey.error?.code]).toEqual([404, "not_found"]);
    expect((await postSibling({ ...body, reference: "K7M3XQ9A" })).status).toBe(404);
  });

  test("returns all errors in order; compares with the known guardian", async () => {
    await writeSetting("allow_minors_without_email", false);
    expect(issues((await postSibling({ student_name: "" })).error)).toEqual([
      "validation_failed",
      "reference required",
      "school_year_id required",
      "student_email required",
      "student_name required",
      "student_surname required",
      "student_birth_date required",
      "terms_and_conditions required",
    ]);
    const first = aMinor();
    const reference = await expectCreated(api.enrollMinor(first));
    const same = aChild({
      student_email: first.guardian_email,
      student_document: first.guardian_document,
      student_document_type: "dni",
      student_speciality_option1: -1,
    });
    expect(issues((await postSibling({ reference, ...same })).error)).toEqual([
      "validation_failed",
      "student_email email_not_distinct",
      "student_document document_not_distinct",
      "student_speciality_option1 speciality_unavailable",
    ]);
  });
});

describe("returning_enrollment", () => {
  test("another year of a student creates no person; the same people get mails", async () => {
    const first = aMinor({ guardians: 2 });
    const reference = await expectCreated(api.enrollMinor(first));
    const before = await stored(reference);
    const people = await prisma().person.count();
    const enrolled = await stored(await expectCreated(postReturning(anotherYear(reference))));
    expect(enrolled).toMatchObject({ studentId: before.studentId, schoolYearId: getSchoolYearIds().next });
    expect(await prisma().person.count()).toBe(people);
    expect(mailsOf(enrolled)).toEqual([
      ["guardian", first.guardian_email],
      ["second_guardian", first.second_guardian_email],
      ["minor_student", first.student_email],
    ]);
  });

  test("sends no mail to a person who denied to be the guardian", async () => {
    const first = aMinor({ guardians: 2 });
    const reference = await expectCreated(api.enrollMinor(first));
    const { studentId, student } = await stored(reference);
    await denyGuardian(String(student.guardians[1]?.guardianId), studentId, new Date());
    const enrolled = await stored(await expectCreated(postReturning(anotherYear(reference))));
    expect(mailsOf(enrolled)).toEqual([
      ["guardian", first.guardian_email],
      ["minor_student", first.student_email],
    ]);
  });

  test("sends mail to a student of age only", async () => {
    const adultStudent = aMinor({ student_birth_date: yearsAgo(18) });
    const adult = anAdult();
    for (const reference of [
      await expectCreated(api.enrollMinor(adultStudent)),
      await expectCreated(api.enrollAdult(adult)),
    ]) {
      const before = await stored(reference);
      const enrolled = await stored(await expectCreated(postReturning(anotherYear(reference))));
      expect(mailsOf(enrolled)).toEqual([["adult_student", before.student.email]]);
    }
  });

  test("allows one active enrollment per student and year; stores one of ten concurrent ones", async () => {
    const reference = await expectCreated(api.enrollMinor(aMinor()));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => postReturning(anotherYear(reference))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(issues(refused?.error)).toEqual(["duplicate", "school_year_id already_enrolled"]);
    const thisYear = anotherYear(reference, { school_year_id: getSchoolYearIds().current });
    expect(issues((await postReturning(thisYear)).error)).toEqual([
      "duplicate",
      "school_year_id already_enrolled",
    ]);

    await prisma().enrollment.update({
      where: { reference },
      data: { state: "withdrawn", decidedState: "withdrawn" },
    });
    await expectCreated(postReturning(thisYear));
  });

  test("replays the response of an Idempotency-Key and rejects another body", async () => {
    const reference = await expectCreated(api.enrollAdult(anAdult()));
    const headers = { "Idempotency-Key": randomUUID() };
    const one = await postReturning(anotherYear(reference), headers);
    const two = await postReturning(anotherYear(reference), headers);
    expect(two.headers["enrollment-reference"]).toBe(one.headers["enrollment-reference"]);
    expect(two.headers["idempotency-replayed"]).toBe("true");
    const other = await postReturning(anotherYear(reference, { enrollment_observations: "x" }), headers);
    expect(other.error?.code).toBe("idempotency_key_reused");
  });

  test("validates year, terms and studies, the only members", async () => {
    const reference = await expectCreated(api.enrollAdult(anAdult()));
    const { error } = await postReturning({ reference, school_year_id: 1, student_experience_years: 9 });
    expect(issues(error)).toEqual([
      "validation_failed",
      "school_year_id school_year_unavailable",
      "terms_and_conditions required",
      "student_experience_years experience_unavailable",
    ]);
    expect((await postReturning({ ...anotherYear("K7M3XQ9A") })).status).toBe(404);
  });
});
