import { expect, test } from "vitest";
import courses from "@/prisma/seed/courses.json";
import specialities from "@/prisma/seed/specialities.json";
import syllabi from "@/prisma/seed/syllabi.json";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { getCatalogueSnapshot } from "./queries";
import { listUntaughtOptions, suggestCourses } from "./suggest-courses";

const year = (await seedDemoSchool()).current.id;
const offered = (await getCatalogueSnapshot()).byYear.get(year)?.syllabi.items ?? [];

// The demo school's file, read without our code.
const toFileId = (id: number) => id - year * 1000;
const fileRow = (id: number) => {
  const row = syllabi.find((syllabus) => syllabus.id === toFileId(id));
  const course = courses.find(({ id }) => id === row?.course_id);
  if (!row || !course) throw new Error(`The demo school's file has no syllabus ${toFileId(id)}.`);
  const taught = new Set([...row.specialities, ...row.speciality.map(({ speciality }) => speciality)]);
  return { ...row, ...course, taught };
};

const experiences = [undefined, 0, 1, 2, 3];
const instruments = [undefined, ...specialities.map(({ id }) => id)];

test("families 37: every age, experience and instrument of the demo school gets its courses or the next age with one; beginners get first courses, without a test where there are some", () => {
  let cases = 0;
  const all = syllabi.map(({ id }) => fileRow(year * 1000 + id));
  for (let age = 0; age < 100; age++)
    for (const experience of experiences)
      for (const instrument of instruments) {
        const studentText = `age ${age}, experience ${experience}, instrument ${instrument}`;
        const student = { age, experience, instrument: instrument && year * 1000 + instrument };
        const { suitable, next } = suggestCourses(offered, student);
        const rows = suitable.map(({ id }) => all[toFileId(id) - 1] as (typeof all)[number]);
        const ofInstrument = all.filter(({ taught }) => !instrument || taught.has(instrument));
        const accepts = ({ age: from, highest_start_age: to }: (typeof all)[number]) =>
          from <= age && (to === null || age <= to);
        const general = all.filter(({ taught }) => instrument && taught.size === 0);
        const open = [...ofInstrument, ...general]
          .filter(({ admission }) => experience !== undefined || admission === "open")
          .filter(accepts);
        // Every instrument of the demo school has a course of its own.
        const startable = open.length > 0 ? open : ofInstrument.filter(accepts);
        expect(rows.length > 0, studentText).toBe(startable.length > 0);
        // A beginner gets the first course of each degree.
        const isFirstCourse = ({ degree_id, number }: (typeof startable)[number]) =>
          experience !== undefined ||
          startable.every((row) => row.degree_id !== degree_id || row.number >= number);
        const names = (rows: typeof startable) => rows.map(({ name, number }) => `${number} ${name}`).sort();
        expect(names(rows), studentText).toEqual(names(startable.filter(isFirstCourse)));
        const laterAges = ofInstrument
          .filter(({ admission }) => experience !== undefined || admission !== "previous_course")
          .map((row) => row.age)
          .filter((from) => from > age);
        const nextAge = startable.length > 0 || laterAges.length === 0 ? undefined : Math.min(...laterAges);
        expect(next?.age, studentText).toBe(nextAge);
        cases++;
      }
  expect(cases).toBe(100 * 5 * 27);
});

test("families 37: no course is said to exist yet only where none of the instrument accepts the age; the next one teaches it", () => {
  let denials = 0;
  for (let age = 3; age <= 20; age++)
    for (const { id, name } of specialities) {
      const { suitable, next } = suggestCourses(offered, { age, instrument: year * 1000 + id });
      if (suitable.length > 0) continue;
      denials++;
      const ofInstrument = syllabi
        .map((row) => ({ file: row.id, ...fileRow(year * 1000 + row.id) }))
        .filter(({ taught }) => taught.has(id));
      const accepting = ofInstrument.filter(
        (row) => row.age <= age && age <= (row.highest_start_age ?? Number.POSITIVE_INFINITY),
      );
      expect(accepting, `${name} at ${age}`).toEqual([]);
      const later = ofInstrument.find(({ file }) => next && file === toFileId(next.id));
      expect(later?.age ?? 0, `${name} after ${age}: ${next?.name}`).toBeGreaterThan(age);
    }
  expect(denials).toBeGreaterThan(20);
});

// By hand, from what a conservatory's secretary says.
test.each([
  [3, undefined, "Piano", [], "Elemental 1.º"],
  [3, undefined, undefined, [], "Música y movimiento, 4 años"],
  [4, undefined, undefined, ["Música y movimiento, 4 años", "Música en familia"], undefined],
  [7, undefined, "Violín", ["Iniciación, 7 años"], undefined],
  [10, undefined, "Violín", ["Elemental 1.º"], undefined],
  [12, undefined, "Violín", ["Elemental 1.º"], undefined],
  [13, undefined, "Violín", ["Elemental 1.º"], undefined],
  [16, undefined, "Violín", ["Elemental 1.º"], undefined],
  [17, undefined, "Piano", ["Elemental 1.º"], undefined],
  [10, undefined, "Canto", [], "Profesional de canto 1.º"],
  [16, undefined, "Canto", ["Profesional de canto 1.º"], undefined],
  [12, undefined, "Batería", ["Moderno inicial"], undefined],
  [10, 2, "Piano", ["Elemental 3.º", "Elemental 1.º", "Elemental 2.º"], undefined],
  [9, 3, "Piano", ["Elemental 2.º", "Elemental 1.º"], undefined],
  [16, 2, "Canto", ["Profesional de canto 1.º", "Conjuntos y agrupaciones"], undefined],
  [
    17,
    2,
    "Canto",
    [
      "Profesional de canto 2.º",
      "Profesional de canto 1.º",
      "Preparación de la prueba de acceso al superior",
      "Conjuntos y agrupaciones",
    ],
    undefined,
  ],
] as const)("at age %i with experience %s: %s", (age, experience, instrument, names, next) => {
  const found = specialities.find(({ name }) => name === instrument);
  const student = { age, experience, instrument: found && year * 1000 + found.id };
  const suggested = suggestCourses(offered, student);
  expect(suggested.suitable.map(({ name }) => name)).toEqual(names);
  expect(suggested.next?.name).toBe(next);
});

test("an adult who has played begins with the level after the years played", () => {
  const student = { age: 40, experience: 2, instrument: year * 1000 + 2 };
  const [first, second] = suggestCourses(offered, student).suitable;
  expect([first?.name, second?.name]).toEqual(["Adultos 3", "Adultos 1"]);
});

// Instruments of the demo school's file.
const [piano, violin, drums] = ["Piano", "Violín", "Batería"].map((name) => {
  const id = specialities.find((row) => row.name === name)?.id;
  if (!id) throw new Error(`The demo school has no ${name}.`);
  return id;
}) as [number, number, number];
const findCourse = (taughtIds: number[], otherIds: number[]) => {
  const found = syllabi.find(({ id }) => {
    const { taught } = fileRow(year * 1000 + id);
    return (
      taughtIds.every((id) => taught.has(id)) && otherIds.every((id) => taught.size > 0 && !taught.has(id))
    );
  });
  if (!found) throw new Error("The demo school's file has no such course.");
  return found.id;
};
const findGeneralCourse = () =>
  syllabi.find(({ id }) => fileRow(year * 1000 + id).taught.size === 0)?.id as number;

test.each([
  ["an instrument with its course", [[piano, 1]], () => [[findCourse([piano], []), 1]], []],
  ["with a course without instruments", [[piano, 1]], () => [[findGeneralCourse(), 1]], []],
  ["with a course of other instruments", [[piano, 1]], () => [[findCourse([], [piano]), 1]], [1]],
  [
    "without a course",
    [
      [piano, 1],
      [violin, 2],
    ],
    () => [],
    [],
  ],
  ["a course without an instrument", [], () => [[findCourse([], [piano]), 1]], []],
  [
    "a second instrument, which the only course is not for",
    [
      [piano, 1],
      [drums, 2],
    ],
    () => [[findCourse([piano], [drums]), 1]],
    [2],
  ],
  [
    "the course of the same option, though another one would do",
    [[piano, 1]],
    () => [
      [findCourse([], [piano]), 1],
      [findCourse([piano], []), 2],
    ],
    [1],
  ],
  [
    "an instrument alone, which the second course is for",
    [[piano, 1]],
    () => [
      [findCourse([], [piano]), 2],
      [findCourse([piano], []), 3],
    ],
    [],
  ],
] as [string, number[][], () => number[][], number[]][])(
  "desk 20: lists instruments that no requested course teaches: %s",
  (_, instruments, courses, expected) => {
    const choices = (rows: number[][]) =>
      rows.map(([id = 0, option = 0]) => ({ id: year * 1000 + id, option }));
    expect(
      listUntaughtOptions(offered, { specialities: choices(instruments), syllabi: choices(courses()) }),
    ).toEqual(expected);
  },
);
