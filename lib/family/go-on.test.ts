import { beforeAll, describe, expect, test } from "vitest";
import { openRenewal } from "@/lib/admission/renewal";
import { renewers } from "@/lib/admission/renewers";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { decide } from "@/lib/decisions/decide";
import { createFamily } from "@/lib/enrollment/create-family";
import { termsIn } from "@/lib/enrollment/terms";
import { windowOf } from "@/lib/enrollment/windows";
import { changed } from "@/lib/platform/changes";
import { dayIn, daysAfter } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { enrolled, putInto } from "@/test/decisions";
import { aMinor, anAdult, anEmail } from "@/test/factories";
import { confirmed } from "@/test/families";
import { aSchool } from "@/test/school";
import { type Student, stayOf } from "./family-student";
import { goOn } from "./go-on";
import { sayLeaving } from "./leave";
import { yourFamily } from "./your-family";

const now = new Date();
let years: { current: number; next: number; begins: string };
let termsUrl: string;

beforeAll(async () => {
  const { current, next } = await aSchool();
  const { startSchoolYear } = await prisma().schoolYear.update({
    where: { id: next.id },
    data: { startEnrollment: new Date("2020-01-01") },
  });
  changed("catalogue");
  years = { current: current.id, next: next.id, begins: startSchoolYear.toISOString().slice(0, 10) };
  termsUrl = (await termsIn("en")).url;
});

const syllabus = async (year: number, name: string) =>
  (await prisma().syllabus.findFirstOrThrow({ where: { schoolYearId: year, name } })).id;
const speciality = async (year: number, name: string) =>
  (await prisma().speciality.findFirstOrThrow({ where: { schoolYearId: year, name } })).id;

type Given = { name: string; born: string; course: string; instrument?: string };

/** A guardian with children who have a place this year, as they were told. */
async function aFamilyWith(children: Given[], changes: Parameters<typeof aMinor>[0] = {}) {
  const first = aMinor({ guardians: 2, ...changes });
  const guardian = Object.fromEntries(Object.entries(first).filter(([field]) => /guardian/.test(field)));
  const bodies = children.map(({ name, born }) => ({
    ...aMinor(),
    ...guardian,
    student_name: name,
    student_birth_date: born,
    // What was wished for is something else than what is given.
    student_speciality_option1: undefined,
  }));
  const { reference, more } = await createFamily(bodies, { source: "form", locale: "en" });
  for (const [at, own] of [reference, ...more].entries()) {
    const { course, instrument } = children[at] as Given;
    const place = {
      syllabusId: await syllabus(years.current, course),
      specialityId: instrument ? await speciality(years.current, instrument) : undefined,
    };
    await decide({ reference: own, to: "accepted", tell: "now", ...place }, { kind: "command" }, now);
  }
  const person = async (email: string | undefined) =>
    (await prisma().person.findFirstOrThrow({ where: { email } })).id;
  return {
    references: [reference, ...more],
    guardian: await person(first.guardian_email),
    second: await person(first.second_guardian_email),
  };
}

const three: Given[] = [
  { name: "Carla", born: "2016-03-09", course: "Elemental 1.º", instrument: "Piano" },
  { name: "Martí", born: "2018-10-01", course: "Iniciación, 6 años" },
  { name: "Laia", born: "2021-05-05", course: "Música y movimiento, 4 años" },
];

const going = async (guardian: string) =>
  (await yourFamily(guardian, now)).students.filter(({ next, leaves }) => next && !leaves);

const press = async (by: string, students: Pick<Student, "id" | "next">[], changes = {}) =>
  goOn(
    by,
    { yearId: years.next, stays: students.map(stayOf), accepted: true, termsUrl, locale: "en", ...changes },
    now,
  );

const requested = (guardian: string) =>
  prisma().enrollment.findMany({
    where: { schoolYearId: years.next, student: { guardians: { some: { guardianId: guardian } } } },
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

describe("families 34: one press for all who go on", () => {
  test("asks for what follows the places that were given, together, with one acceptance and one mail a guardian, also while two years are open", async () => {
    const { schoolYears } = await catalogueSnapshot();
    const today = dayIn("Europe/Madrid", now);
    expect(schoolYears.filter((year) => windowOf(year, today) === "open")).toHaveLength(2); // the later one is asked about
    const { guardian } = await aFamilyWith(three);
    const students = await going(guardian);
    expect(students.map(({ name, next }) => [name, next?.names])).toEqual([
      ["Carla", "Piano, Elemental 2.º"],
      ["Martí", "Iniciación, 7 años"],
      ["Laia", "Música y movimiento, 5 años"],
    ]);
    const before = new Date();
    await press(guardian, students);
    const sent = await requested(guardian);
    const asked = async (course: string) => [{ option: 1, syllabusId: await syllabus(years.next, course) }];
    expect(sent).toMatchObject([
      {
        student: { name: "Carla" },
        specialityChoices: [{ option: 1, specialityId: await speciality(years.next, "Piano") }],
        syllabusChoices: await asked("Elemental 2.º"),
      },
      { specialityChoices: [], syllabusChoices: await asked("Iniciación, 7 años") },
      { specialityChoices: [], syllabusChoices: await asked("Música y movimiento, 5 años") },
    ]);
    expect(new Set(sent.map(({ submissionId }) => submissionId)).size).toBe(1);
    expect(sent.map((one) => one.termsUrl)).toEqual([termsUrl, termsUrl, termsUrl]);
    const mails = await prisma().mailMessage.groupBy({
      by: ["personId"],
      where: { createdAt: { gte: before }, personId: guardian },
      _count: true,
    });
    expect(mails).toMatchObject([{ _count: 1 }]);
    const said = await prisma().goingOn.findMany({ where: { schoolYearId: years.next } });
    expect(said.map(({ answer }) => answer)).toEqual(["stay", "stay", "stay"]);
    expect(await going(guardian)).toEqual([]);
  });

  test("pressed twice at once, or again later, asks once", async () => {
    const { guardian } = await aFamilyWith(three);
    const students = await going(guardian);
    await Promise.all([press(guardian, students), press(guardian, students)]);
    await press(guardian, students);
    expect(await requested(guardian)).toHaveLength(3);
  });

  test("asks for nothing that was not on the page, and nothing without the terms", async () => {
    const [family, others] = [await aFamilyWith(three), await aFamilyWith(three)];
    const [carla, ...rest] = (await going(family.guardian)) as [Student, ...Student[]];
    const [stranger] = (await going(others.guardian)) as [Student];
    const dearer = { ...carla, next: { ...rest[0]?.next, speciality: undefined } as Student["next"] };
    const refused = (students: Pick<Student, "id" | "next">[], changes = {}) =>
      expect(press(family.guardian, students, changes)).rejects;
    await refused([carla], { accepted: false }).toMatchObject({ issues: [{ field: "terms" }] });
    await refused([carla], { termsUrl: "https://example.org/old" }).toMatchObject({
      issues: [{ code: "terms_changed" }],
    });
    for (const [students, changes] of [
      [[stranger]],
      [[dearer]],
      [[]],
      [[carla], { yearId: years.current }],
      [[carla], { yearId: undefined }],
    ] as const)
      await refused([...students], changes).toMatchObject({ issues: [{ code: "family_changed" }] });
    expect(await requested(family.guardian)).toEqual([]);
  });

  test("leaves out who leaves, whom the family takes back as long as it can ask", async () => {
    const { guardian, second, references } = await aFamilyWith(three);
    const [carla = ""] = references;
    await confirmed(second);
    await expect(sayLeaving(second, carla, true, now)).rejects.toMatchObject({ code: "day_is_over" });
    await sayLeaving(guardian, carla, true, now);
    expect((await going(guardian)).map(({ name }) => name)).toEqual(["Martí", "Laia"]);
    const entries = await prisma().auditEntry.findMany({ where: { objectId: carla, actorId: guardian } });
    expect(entries.map(({ action }) => action)).toEqual(["not_going_on"]);
    await sayLeaving(guardian, carla, false, now);
    expect(await going(guardian)).toHaveLength(3);
    await press(guardian, await going(guardian));
    await expect(sayLeaving(guardian, carla, true, now)).rejects.toMatchObject({ code: "day_is_over" });
  });

  test("an adult goes on alone", async () => {
    const body = anAdult();
    const reference = await enrolled(body);
    const place = {
      syllabusId: await syllabus(years.current, "Adultos 2"),
      specialityId: await speciality(years.current, "Piano"),
    };
    await decide({ reference, to: "accepted", tell: "now", ...place }, { kind: "command" }, now);
    const { studentId } = await prisma().enrollment.findFirstOrThrow({ where: { reference } });
    const [own] = (await going(studentId)) as [Student];
    expect(own).toMatchObject({ isOwn: true, next: { names: "Piano, Adultos 3" } });
    await press(studentId, [own]);
    expect(await prisma().enrollment.count({ where: { studentId } })).toBe(2);
    expect(await prisma().person.findFirst({ where: { id: studentId } })).toMatchObject({
      email: body.student_email,
      document: body.student_document,
    });
  });
});

describe("admission 14: renewal", () => {
  const day = (away = 0) => daysAfter(dayIn("Europe/Madrid", now), away);
  const openUntil = (answerBy: string) => {
    const on = new Date(answerBy);
    return prisma().renewal.upsert({
      where: { schoolYearId: years.next },
      create: { schoolYearId: years.next, answerBy: on },
      update: { answerBy: on },
    });
  };
  const beginner: Given = { name: "Nil", born: "2018-10-01", course: "Iniciación, 6 años" };
  const limited = async (places: number) => {
    const limit = { schoolYearId: years.next, syllabusId: await syllabus(years.next, "Iniciación, 7 años") };
    await prisma().place.deleteMany({ where: limit });
    await prisma().place.create({ data: { ...limit, places } });
    await prisma().enrollment.deleteMany({ where: { schoolYearId: years.next } });
  };
  const standings = async (guardian: string) =>
    (
      await prisma().enrollment.findMany({
        where: { schoolYearId: years.next, student: { guardians: { some: { guardianId: guardian } } } },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: { state: true, decidedState: true, decisions: { select: { status: true, withList: true } } },
      })
    ).map(({ state, decidedState, decisions }) => [state, decidedState, decisions]);
  const untold = [{ status: "untold", withList: true }];
  const given = ["pending", "accepted", untold];
  const pending = ["pending", "pending", []];

  test("who stays has the place at once, untold, while there is one; of two families for the last one only one has it, each asked once", async () => {
    await openUntil(day(2));
    await limited(1);
    const [one, other] = [await aFamilyWith([beginner]), await aFamilyWith([beginner])];
    const pages = [await going(one.guardian), await going(other.guardian)] as const;
    const press14 = (by: string, students: Student[]) => press(by, students, { renewal: true });
    await Promise.all([
      press14(one.guardian, pages[0]),
      press14(other.guardian, pages[1]),
      press14(one.guardian, pages[0]),
    ]);
    const all = [await standings(one.guardian), await standings(other.guardian)];
    expect(all).toHaveLength(2);
    expect(all.flat().sort()).toEqual([given, pending].sort());
    expect((await yourFamily(one.guardian, now)).renewal).toBe(day(2));
    // The family is not told before the list.
    expect((await yourFamily(one.guardian, now)).students[0]?.asked?.state).toBe("pending");
  });

  test("whose guardian is kept apart is pending for the desk, whatever is free", async () => {
    await openUntil(day(2));
    await limited(9);
    const { guardian, second } = await aFamilyWith([beginner], { second_guardian_email: anEmail("david") });
    await prisma().guardianship.updateMany({ where: { guardianId: second }, data: { keptApart: true } });
    await press(guardian, await going(guardian), { renewal: true });
    expect(await standings(guardian)).toEqual([pending]);
  });

  test("answered in the second in which it lapses it is refused, and nothing is sent; what was sent just before stands once", async () => {
    await openUntil(day(0));
    await limited(9);
    const [late, early] = [await aFamilyWith([beginner]), await aFamilyWith([beginner])];
    const students = await going(late.guardian);
    const before = await going(early.guardian);
    await press(early.guardian, before, { renewal: true });
    await openUntil(day(-2));
    await expect(press(late.guardian, students, { renewal: true })).rejects.toMatchObject({
      issues: [{ code: "renewal_over" }],
    });
    expect(await requested(late.guardian)).toEqual([]);
    expect(await prisma().goingOn.count({ where: { studentId: students[0]?.id } })).toBe(0);
    await press(early.guardian, before, { renewal: true });
    expect(await standings(early.guardian)).toEqual([given]);
    await press(late.guardian, students);
    expect(await standings(late.guardian)).toEqual([pending]);
  });

  test("the head opens it for as many as the page has shown, on a day of the year's forms, and sees who answers what", async () => {
    await limited(1);
    await prisma().renewal.deleteMany({});
    const { students, guardian, references } = await aFamilyWith([beginner, ...three]).then(async (made) => ({
      ...made,
      students: await going(made.guardian),
    }));
    const people = await renewers(years.next);
    const count = people.length;
    const open = (changes: object) =>
      openRenewal(
        { year: years.next, answerBy: day(3), shown: { count, typed: String(count) }, ...changes },
        { kind: "command" },
        now,
      );
    const refused = (changes: object) => expect(open(changes)).rejects;
    await refused({ answerBy: day(-3) }).toMatchObject({ issues: [{ field: "answerBy" }] });
    await refused({ answerBy: "2199-01-01" }).toMatchObject({ issues: [{ field: "answerBy" }] });
    await refused({ shown: { count: 77, typed: "7" } }).toMatchObject({ issues: [{ code: "count_wrong" }] });
    await refused({ shown: { count: count - 1, typed: String(count - 1) } }).toMatchObject({
      issues: [{ code: "list_changed", values: { found: count } }],
    });
    expect(await prisma().renewal.count()).toBe(0);
    await open({});
    const named = (name: string) => students.find((student) => student.name === name) as Student;
    await press(guardian, [named("Nil"), named("Martí")], { renewal: true }); // one place for both
    await sayLeaving(guardian, references[1] as string, true, now); // Carla
    const ids = new Map((await renewers(years.next)).map(({ reference, answer }) => [reference, answer]));
    const own = await prisma().enrollment.findMany({
      where: { studentId: { in: students.map(({ id }) => id) } },
      select: { reference: true, student: { select: { name: true } } },
    });
    const answers = own.flatMap(({ reference, student: { name } }) => {
      const answer = ids.get(reference);
      return answer ? [`${name} ${answer}`] : [];
    });
    expect(answers.sort()).toEqual(["Carla leave", "Laia silent", "Martí pending", "Nil given"]);
    const entry = await prisma().auditEntry.findFirst({ where: { action: "renewal_opened" } });
    expect(entry).toMatchObject({ objectKind: "school_year", objectId: String(years.next) });
  });
});

describe("families 34: what a family sees", () => {
  test("the age at the start of the course, and its price with the instrument", async () => {
    const turning = years.begins; // nine on the very day
    const nine = `${Number(turning.slice(0, 4)) - 9}${turning.slice(4)}`;
    const { guardian } = await aFamilyWith([{ ...(three[0] as Given), born: nine }]);
    const [carla] = (await yourFamily(guardian, now)).students;
    expect(carla).toMatchObject({ age: 9, next: { price: { withSpeciality: true, atLeast: false } } });
    const [row] = await prisma().$queryRaw<[{ cents: number }]>`
      select (sum(s.price) * 100)::int as cents from syllabus_subjects t join subjects s on s.id = t.subject_id
      where t.syllabus_id = ${await syllabus(years.next, "Elemental 2.º")}
        and (t.kind = 'mandatory' or t.speciality_id = ${await speciality(years.next, "Piano")})`;
    expect(carla?.next?.price?.year).toBe(row.cents);
  });

  test("nothing is proposed for who waits", async () => {
    const { guardian, references } = await aFamilyWith(three.slice(0, 1));
    await putInto(references[0] as string, "waiting");
    const { students } = await yourFamily(guardian, now);
    expect(students).toMatchObject([{ before: { state: "waiting" }, next: undefined }]);
  });

  test("a second guardian looks once they have confirmed and never enrolls; who is kept apart sees nobody", async () => {
    const { guardian, second } = await aFamilyWith(three, { second_guardian_email: anEmail("david") });
    const seen = async () => (await yourFamily(second, now)).students;
    expect(await seen()).toEqual([]);
    await confirmed(second);
    expect((await seen()).map(({ name, acts, next }) => [name, acts, next])).toEqual([
      ["Carla", false, undefined],
      ["Martí", false, undefined],
      ["Laia", false, undefined],
    ]);
    const students = await going(guardian);
    await expect(press(second, students)).rejects.toMatchObject({ issues: [{ code: "family_changed" }] });
    await prisma().guardianship.updateMany({ where: { guardianId: second }, data: { keptApart: true } });
    expect(await seen()).toEqual([]);
  });
});
