import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { withSandbox } from "@/lib/platform/sandbox";
import {
  emptyCatalogue,
  getCatalogueVersion,
  listCatalogueChanges,
  listCatalogueProblems,
  loadCatalogue,
} from "@/test/support/data/catalogue";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { formatChanges, importCatalogue } from "./import-catalogue";
import { toCatalogueFile } from "./read-catalogue";

beforeEach(async () => {
  await emptyCatalogue();
  await loadCatalogue(smallCatalogue());
  await enroll();
});

describe("a row that enrollments reference", () => {
  it("can change its name and price", async () => {
    const school = smallCatalogue();
    Object.assign(school.specialities[0] ?? {}, { name: "Piano clásico", code: null });
    Object.assign(school.syllabi[0] ?? {}, { name: "Elemental, primer curso", course_id: 2 });
    Object.assign(school.subjects[0] ?? {}, { price: 40 });
    await loadCatalogue(school);
    expect(await listCatalogueChanges(school)).toEqual([]);
  });

  it("cannot be removed", async () => {
    const before = await getCatalogueVersion();
    const school = smallCatalogue();
    school.specialities = school.specialities.slice(2);
    school.syllabi = school.syllabi.slice(1);
    school.syllabus_specialities = [];
    school.syllabus_subjects = school.syllabus_subjects.slice(2);
    expect(await listCatalogueProblems(school)).toEqual([
      'test, specialities: speciality 11 "Piano" is named by 1 enrollment: it can be changed, but must not be missing.',
      'test, specialities: speciality 12 "Violín" is named by 1 enrollment: it can be changed, but must not be missing.',
      'test, syllabi: syllabus 11 "Elemental 1.º" is named by 1 enrollment: it can be changed, but must not be missing.',
    ]);
    expect(await getCatalogueVersion()).toBe(before);
  });

  it("cannot move to another year", async () => {
    const school = smallCatalogue();
    Object.assign(school.specialities[1] ?? {}, { school_year_id: 2 });
    expect(await listCatalogueProblems(school)).toEqual([
      'test, specialities row 2, school_year_id: speciality 12 "Violín" is named by 1 enrollment: it cannot move to school year 2.',
    ]);
  });

  it("is removed with the enrollments and people of sandboxes that reference it, and no others", async () => {
    const school = smallCatalogue();
    school.specialities = school.specialities.filter(({ id }) => id !== 21);
    const otherStudent = (await enroll({ experienceSpecialityId: 12 }, 7)).student;
    const { student, guardian } = await enroll({ experienceSpecialityId: 21, schoolYearId: 2 }, 7);
    const sharedGuardian = (await enroll({ experienceSpecialityId: 21, schoolYearId: 2 }, 7)).guardian;
    const shared = { studentId: otherStudent, guardianId: sharedGuardian, position: 2 };
    await withSandbox({ sandboxId: 7 }, () => prisma().guardianship.create({ data: shared }));
    const listPeople = async () => (await findRows("people where true")).map(({ id }) => id);
    const before = await listPeople();

    const report = await importCatalogue(toCatalogueFile("test", school), { dryRun: true });
    expect(formatChanges(report, { rows: false })).toContain("enrollments of test keys: 2 removed");
    expect(await listPeople()).toHaveLength(before.length);
    await loadCatalogue(school);
    expect(await listPeople()).toEqual(expect.arrayContaining([otherStudent, sharedGuardian]));
    expect(await listPeople()).not.toContain(student);
    expect(await listPeople()).not.toContain(guardian);
    expect(await listPeople()).toHaveLength(before.length - 3);
    expect(await findRows("enrollments where true")).toHaveLength(2); // a family's and the tester's other enrollment
    expect(await prisma().event.count({ where: { type: "enrollment.erased" } })).toBe(2);
  });

  it("is removed although a tester enrolls the same person again during the import", async () => {
    const school = smallCatalogue();
    school.specialities = school.specialities.filter(({ id }) => id !== 21);
    const { student, guardian } = await enroll({ experienceSpecialityId: 21, schoolYearId: 2 }, 7);
    const commit = await enrollMeanwhile(student, null);
    const loading = loadCatalogue(school);
    await waitForLock();
    await commit();
    await loading;
    expect(await findRows("people where id in ($1, $2)", student, guardian)).toHaveLength(2);
    expect(await findRows("enrollments where student_id = $1", student)).toHaveLength(1);
  });

  it("is removed although a tester's enrollment is decided during the import", async () => {
    const school = smallCatalogue();
    school.specialities = school.specialities.filter(({ id }) => id !== 21);
    const { student } = await enroll({ experienceSpecialityId: 21, schoolYearId: 2 }, 7);
    const client = await getPool().connect();
    await client.query("begin");
    await client.query("select 1 from all_enrollments where student_id = $1 for update", [student]);
    const loading = loadCatalogue(school);
    await waitForLock();
    // As decisions are notified, while their enrollment is locked (desk 23).
    await client.query(
      `insert into all_mail_messages (id, kind, enrollment_id, person_id, locale, sandbox_id)
       select gen_random_uuid(), 'accepted', id, student_id, 'es', sandbox_id from all_enrollments where student_id = $1`,
      [student],
    );
    await client.query("commit");
    client.release();
    await loading;
    expect(await findRows("people where id = $1", student)).toEqual([]);
    expect(await findRows("mail_messages where person_id = $1", student)).toEqual([]);
  });

  it("is not removed if an enrollment arrives during the import", async () => {
    const school = smallCatalogue();
    school.specialities = school.specialities.slice(0, 2);
    const { studentId } = await prisma().enrollment.findFirstOrThrow();
    const commit = await enrollMeanwhile(studentId, 21);
    const problems = listCatalogueProblems(school);
    await waitForLock();
    await commit();
    expect(await problems).toEqual([
      'test, specialities: speciality 21 "Piano" is named by 1 enrollment: it can be changed, but must not be missing.',
    ]);
  });
});

/** Another enrollment of a student in an open transaction; returns its commit. */
async function enrollMeanwhile(studentId: string, experienceSpecialityId: number | null) {
  const client = await getPool().connect();
  await client.query("begin");
  await client.query(
    `insert into all_enrollments (id, reference, school_year_id, student_id, experience_speciality_id, terms_url, terms_accepted_at, locale, source, api_key_id, test)
     select gen_random_uuid(), 'LATE2345', 3 - school_year_id, student_id, $2, terms_url, now(), locale, source, api_key_id, test
     from all_enrollments where student_id = $1`,
    [studentId, experienceSpecialityId],
  );
  return async () => {
    await client.query("commit");
    client.release();
  };
}

const WAITING =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
const waitForLock = () => expect.poll(async () => (await getPool().query(WAITING)).rowCount).toBe(1);

/** The rows of a table, in all sandboxes. */
const findRows = async (query: string, ...values: string[]) =>
  (await getPool().query<{ id: string }>(`select id from all_${query}`, values)).rows;

/** Speciality 11 and syllabus 11 are chosen, speciality 12 is the one with experience; or as a tester does. */
const enroll = (data?: { schoolYearId?: number; experienceSpecialityId: number }, sandboxId = 0) =>
  withSandbox({ sandboxId }, () => enrollInSandbox(data, sandboxId));

async function enrollInSandbox(data: Parameters<typeof enroll>[0], sandboxId: number) {
  const [student, guardian] = [randomUUID(), randomUUID()];
  const key = await prisma().apiKey.upsert({
    where: { prefix: "import" },
    update: {},
    create: { id: 7, name: "import test", prefix: "import", hash: Buffer.from("import"), scopes: [] },
  });
  for (const id of [student, guardian]) {
    const email = `${id}@example.com`;
    await prisma().person.create({ data: { id, email, emailKey: email, locale: "es" } });
  }
  await prisma().guardianship.create({ data: { studentId: student, guardianId: guardian, position: 1 } });
  const choices = {
    specialityChoices: { create: { option: 1, specialityId: 11 } },
    syllabusChoices: { create: { option: 1, syllabusId: 11 } },
  };
  await prisma().enrollment.create({
    data: {
      id: randomUUID(),
      reference: student.slice(0, 8),
      schoolYearId: 1,
      studentId: student,
      experienceSpecialityId: 12,
      termsUrl: "https://example.com/terms",
      termsAcceptedAt: new Date(),
      locale: "es",
      source: "api",
      apiKeyId: key.id,
      test: sandboxId !== 0,
      ...(data ?? choices),
    },
  });
  return { student, guardian };
}
