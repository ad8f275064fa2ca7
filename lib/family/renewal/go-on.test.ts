import { describe, expect, test } from "vitest";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { getEnrollmentWindow } from "@/lib/enrollment/rules";
import { prisma } from "@/lib/platform/database/prisma";
import { toLocalDay } from "@/lib/platform/dates";
import { anAdult, anEmail } from "@/test/support/data/factories";
import { markGuardianConfirmed } from "@/test/support/data/families";
import { createEnrollment, setState } from "@/test/support/domain/decisions";
import { type StudentData, seedRenewalSchool } from "@/test/support/domain/renewal";
import { type FamilyStudent, readFamilyOverview } from "./queries";
import { setLeaving } from "./verbs";

const now = new Date();
const school = await seedRenewalSchool();

const three: StudentData[] = [
  { name: "Carla", birthDate: "2016-03-09", course: "Elemental 1.º", instrument: "Piano" },
  { name: "Martí", birthDate: "2018-10-01", course: "Iniciación, 6 años" },
  { name: "Laia", birthDate: "2021-05-05", course: "Música y movimiento, 4 años" },
];

const requested = (guardian: string) =>
  prisma().enrollment.findMany({
    where: { schoolYearId: school.years.next, student: { guardians: { some: { guardianId: guardian } } } },
    orderBy: { student: { birthDate: "asc" } },
    select: {
      submissionId: true,
      termsUrl: true,
      state: true,
      student: { select: { name: true } },
      specialityChoices: { select: { option: true, specialityId: true } },
      syllabusChoices: { select: { option: true, syllabusId: true } },
    },
  });

describe("families 34: renews all students at once", () => {
  test("enrolls for the next courses in one transaction, with one acceptance and one mail per guardian, also while two years are open", async () => {
    const { schoolYears } = await getCatalogueSnapshot();
    const today = toLocalDay("Europe/Madrid", now);
    expect(schoolYears.filter((year) => getEnrollmentWindow(year, today) === "open")).toHaveLength(2); // the later one is asked about
    const { guardian } = await school.aFamilyWith(three);
    const students = await school.listRenewalCandidates(guardian);
    expect(students.map(({ name, next }) => [name, next?.names])).toEqual([
      ["Carla", "Piano, Elemental 2.º"],
      ["Martí", "Iniciación, 7 años"],
      ["Laia", "Música y movimiento, 5 años"],
    ]);
    const before = new Date();
    await school.submitRenewal(guardian, students);
    const sent = await requested(guardian);
    const listSyllabusChoices = async (course: string) => [
      { option: 1, syllabusId: await school.syllabus(school.years.next, course) },
    ];
    expect(sent).toMatchObject([
      {
        student: { name: "Carla" },
        specialityChoices: [{ option: 1, specialityId: await school.speciality(school.years.next, "Piano") }],
        syllabusChoices: await listSyllabusChoices("Elemental 2.º"),
      },
      { specialityChoices: [], syllabusChoices: await listSyllabusChoices("Iniciación, 7 años") },
      { specialityChoices: [], syllabusChoices: await listSyllabusChoices("Música y movimiento, 5 años") },
    ]);
    expect(new Set(sent.map(({ submissionId }) => submissionId)).size).toBe(1);
    expect(sent.map((one) => one.termsUrl)).toEqual([school.termsUrl, school.termsUrl, school.termsUrl]);
    const mails = await prisma().mailMessage.groupBy({
      by: ["personId"],
      where: { createdAt: { gte: before }, personId: guardian },
      _count: true,
    });
    expect(mails).toMatchObject([{ _count: 1 }]);
    const answers = await prisma().goingOn.findMany({ where: { schoolYearId: school.years.next } });
    expect(answers.map(({ answer }) => answer)).toEqual(["stay", "stay", "stay"]);
    expect(await school.listRenewalCandidates(guardian)).toEqual([]);
  });

  test("families 5: carries the experience of the year before, as the form fills it in", async () => {
    const { guardian, references } = await school.aFamilyWith(three);
    const piano = await school.speciality(school.years.current, "Piano");
    const saveExperience = (reference = "", experienceSpecialityId?: number) =>
      prisma().enrollment.update({
        where: { reference },
        data: { experienceYears: 2, experienceSpecialityId },
      });
    await saveExperience(references[0], piano);
    await saveExperience(references[1]);
    await school.submitRenewal(guardian, await school.listRenewalCandidates(guardian));
    const renewed = await prisma().enrollment.findMany({
      where: { schoolYearId: school.years.next, student: { guardians: { some: { guardianId: guardian } } } },
      orderBy: { student: { birthDate: "asc" } },
      select: { experienceYears: true, experienceSpecialityId: true },
    });
    expect(renewed).toEqual([
      { experienceYears: 2, experienceSpecialityId: await school.speciality(school.years.next, "Piano") },
      { experienceYears: 2, experienceSpecialityId: null },
      { experienceYears: null, experienceSpecialityId: null },
    ]);
  });

  test("enrolls once when submitted twice, concurrently or later", async () => {
    const { guardian } = await school.aFamilyWith(three);
    const students = await school.listRenewalCandidates(guardian);
    await Promise.all([school.submitRenewal(guardian, students), school.submitRenewal(guardian, students)]);
    await school.submitRenewal(guardian, students);
    expect(await requested(guardian)).toHaveLength(3);
  });

  test("refuses what the page did not show, and a renewal without accepted terms", async () => {
    const [family, others] = [await school.aFamilyWith(three), await school.aFamilyWith(three)];
    const [carla, ...rest] = (await school.listRenewalCandidates(family.guardian)) as [
      FamilyStudent,
      ...FamilyStudent[],
    ];
    const [stranger] = (await school.listRenewalCandidates(others.guardian)) as [FamilyStudent];
    const dearer = { ...carla, next: { ...rest[0]?.next, speciality: undefined } as FamilyStudent["next"] };
    const refused = (students: Pick<FamilyStudent, "id" | "next">[], changes = {}) =>
      expect(school.submitRenewal(family.guardian, students, changes)).rejects;
    await refused([carla], { accepted: false }).toMatchObject({ issues: [{ field: "terms" }] });
    await refused([carla], { termsUrl: "https://example.org/old" }).toMatchObject({
      issues: [{ code: "terms_changed" }],
    });
    for (const [students, changes] of [
      [[stranger]],
      [[dearer]],
      [[]],
      [[carla], { yearId: school.years.current }],
      [[carla], { yearId: undefined }],
    ] as const)
      await refused([...students], changes).toMatchObject({ issues: [{ code: "family_changed" }] });
    expect(await requested(family.guardian)).toEqual([]);
  });

  test("skips students who leave; leaving can be undone until the deadline", async () => {
    const { guardian, second, references } = await school.aFamilyWith(three);
    const [carla = ""] = references;
    await markGuardianConfirmed(second);
    await expect(setLeaving(second, carla, true, now)).rejects.toMatchObject({ code: "day_is_over" });
    await setLeaving(guardian, carla, true, now);
    expect((await school.listRenewalCandidates(guardian)).map(({ name }) => name)).toEqual(["Martí", "Laia"]);
    const entries = await prisma().auditEntry.findMany({ where: { objectId: carla, actorId: guardian } });
    expect(entries.map(({ action }) => action)).toEqual(["not_going_on"]);
    await setLeaving(guardian, carla, false, now);
    expect(await school.listRenewalCandidates(guardian)).toHaveLength(3);
    await school.submitRenewal(guardian, await school.listRenewalCandidates(guardian));
    await expect(setLeaving(guardian, carla, true, now)).rejects.toMatchObject({ code: "day_is_over" });
  });

  test("renews an adult", async () => {
    const body = anAdult();
    const reference = await createEnrollment(body);
    const place = {
      syllabusId: await school.syllabus(school.years.current, "Adultos 2"),
      specialityId: await school.speciality(school.years.current, "Piano"),
    };
    await decideAndNotify({ reference, to: "accepted", tell: "now", ...place }, { kind: "command" }, now);
    const { studentId } = await prisma().enrollment.findFirstOrThrow({ where: { reference } });
    const [own] = (await school.listRenewalCandidates(studentId)) as [FamilyStudent];
    expect(own).toMatchObject({ isOwn: true, next: { names: "Piano, Adultos 3" } });
    await school.submitRenewal(studentId, [own]);
    expect(await prisma().enrollment.count({ where: { studentId } })).toBe(2);
    expect(await prisma().person.findFirst({ where: { id: studentId } })).toMatchObject({
      email: body.student_email,
      document: body.student_document,
    });
  });
});

describe("families 34: the family overview", () => {
  test("has the age at the start of the course and the price with the instrument", async () => {
    const turning = school.years.begins; // nine on the very day
    const nine = `${Number(turning.slice(0, 4)) - 9}${turning.slice(4)}`;
    const { guardian } = await school.aFamilyWith([{ ...(three[0] as StudentData), birthDate: nine }]);
    const [carla] = (await readFamilyOverview(guardian, now, "es")).students;
    expect(carla).toMatchObject({ age: 9, next: { price: { withSpeciality: true, atLeast: false } } });
    const [row] = await prisma().$queryRaw<[{ cents: number }]>`
      select (sum(s.price) * 100)::int as cents from syllabus_subjects t join subjects s on s.id = t.subject_id
      where t.syllabus_id = ${await school.syllabus(school.years.next, "Elemental 2.º")}
        and (t.kind = 'mandatory' or t.speciality_id = ${await school.speciality(school.years.next, "Piano")})`;
    expect(carla?.next?.price?.year).toBe(row.cents);
  });

  test.each([
    ["ca", "Violí, Elemental 1r", "Violí, Elemental 2n", "Violí"],
    ["en", "Violin, Elementary 1", "Violin, Elementary 2", "Violin"],
  ])("families 41: in %s the courses of this year and the next", async (locale, had, names, instrument) => {
    const { guardian } = await school.aFamilyWith([{ ...(three[0] as StudentData), instrument: "Violín" }]);
    const { students } = await readFamilyOverview(guardian, now, locale);
    expect(students).toMatchObject([{ previous: { names: had }, next: { names, instrument } }]);
  });

  test("proposes no course to students on a waiting list", async () => {
    const { guardian, references } = await school.aFamilyWith(three.slice(0, 1));
    await setState(references[0] as string, "waiting");
    const { students } = await readFamilyOverview(guardian, now, "es");
    expect(students).toMatchObject([{ previous: { state: "waiting" }, next: undefined }]);
  });

  test("a confirmed second guardian reads but does not enroll; a guardian who is kept apart reads nothing", async () => {
    const { guardian, second } = await school.aFamilyWith(three, { second_guardian_email: anEmail("david") });
    const readStudents = async () => (await readFamilyOverview(second, now, "es")).students;
    expect(await readStudents()).toEqual([]);
    await markGuardianConfirmed(second);
    expect((await readStudents()).map(({ name, canEnroll, next }) => [name, canEnroll, next])).toEqual([
      ["Carla", false, undefined],
      ["Martí", false, undefined],
      ["Laia", false, undefined],
    ]);
    const students = await school.listRenewalCandidates(guardian);
    await expect(school.submitRenewal(second, students)).rejects.toMatchObject({
      issues: [{ code: "family_changed" }],
    });
    await prisma().guardianship.updateMany({ where: { guardianId: second }, data: { keptApart: true } });
    expect(await readStudents()).toEqual([]);
  });
});
