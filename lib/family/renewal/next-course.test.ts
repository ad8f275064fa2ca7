import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { findNextCourse } from "./next-course";

/** A course of a ladder: the rungs in the order in which one climbs them. */
type Rung = { degree: number; course: number };

const speciality = (id: number, name: string, code: string | null = null): Speciality => ({
  id,
  name,
  code,
  school_year_id: 1,
});

const courseId = ({ degree, course }: Rung) => degree * 100 + course;

function syllabus(id: number, rung: Rung, taught: Speciality[] = []): CatalogueSyllabus {
  const { degree, course } = rung;
  return {
    id,
    name: "",
    course: { id: courseId(rung), number: course, name: `course ${course}` },
    degree: { id: 1000 - degree, order: degree, name: `degree ${degree}` },
    min_electives: 0,
    max_electives: 0,
    age: 8,
    highest_start_age: null,
    admission: "open",
    max_failed_subjects_to_pass: 0,
    grading_system_id: 1,
    specialities: taught.map(({ school_year_id, ...speciality }) => speciality),
    subjects_mandatories: [],
    subjects_optionals: [],
    speciality_subjects: [],
  };
}

/** Degrees, each with some of the numbers from 1 to 12; orders and numbers may leave gaps. */
const ladders = fc
  .uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  .chain((degrees) =>
    fc.tuple(
      ...degrees.map((degree) =>
        fc
          .uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 })
          .map((courses) => courses.map((course) => ({ degree, course }))),
      ),
    ),
  )
  .map((degrees) => degrees.flat().sort((a, b) => a.degree - b.degree || a.course - b.course));

const shuffled = <T>(items: T[]) => fc.shuffledSubarray(items, { minLength: items.length });

/** A school of two years with the same ladder and instruments under other ids, in any order. */
const schools = ladders.chain((ladder) =>
  fc.record({
    ladder: fc.constant(ladder),
    at: fc.nat(ladder.length - 1),
    instrument: fc.nat(3),
    coded: fc.boolean(),
    anyInstrument: fc.boolean(),
    before: shuffled(ladder),
    next: shuffled(ladder),
  }),
);

function years({ before, next, coded, anyInstrument }: Generated) {
  const names = ["Piano", "Violín", "Flauta", "Canto"];
  const instruments = (year: number) =>
    names.map((name, at) => speciality(year + at, coded ? `${name} ${year}` : name, coded ? `C${at}` : null));
  const offer = (year: number, rungs: Rung[]) => {
    const specialities = instruments(year);
    const taught = anyInstrument ? [] : specialities;
    return { specialities, syllabi: rungs.map((rung) => syllabus(year + courseId(rung), rung, taught)) };
  };
  return { before: offer(10_000, before), next: offer(20_000, next) };
}
type Generated = typeof schools extends fc.Arbitrary<infer S> ? S : never;

describe("families 34: the course after a place", () => {
  test("is the next course with the same instrument, independent of ids, order and gaps", () => {
    fc.assert(
      fc.property(schools, (school) => {
        const { ladder, at, instrument } = school;
        const { before, next } = years(school);
        const rung = ladder[at] as Rung;
        const place = { specialityId: 10_000 + instrument, syllabusId: 10_000 + courseId(rung) };
        const course = findNextCourse(place, before, next);
        const above = ladder[at + 1];
        expect(course && [course.syllabus?.id, course.speciality?.id]).toEqual(
          above && [20_000 + courseId(above), 20_000 + instrument],
        );
      }),
      { numRuns: 500 },
    );
  });

  test("is undefined when the next course is missing next year or exists twice", () => {
    fc.assert(
      fc.property(schools, fc.boolean(), (school, isTwice) => {
        const { ladder, at, instrument } = school;
        const above = ladder[at + 1];
        fc.pre(above !== undefined);
        const { before, next } = years(school);
        const wanted = 20_000 + courseId(above);
        const others = next.syllabi.filter(({ id }) => id !== wanted);
        const twin = next.syllabi.filter(({ id }) => id === wanted).map((row) => ({ ...row, id: 1 }));
        const syllabi = isTwice ? [...next.syllabi, ...twin] : others;
        const place = {
          specialityId: 10_000 + instrument,
          syllabusId: 10_000 + courseId(ladder[at] as Rung),
        };
        expect(findNextCourse(place, before, { ...next, syllabi })).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

const first = { degree: 1, course: 1 };
const second = { degree: 1, course: 2 };
const [piano, violin] = [speciality(1, "Piano", "P"), speciality(2, "Violín", "V")];
const [pianoNext, violinNext] = [speciality(11, "Piano", "P"), speciality(12, "Violín", "V")];
const before = { specialities: [piano, violin], syllabi: [syllabus(1, first, [piano, violin])] };
const next = { specialities: [pianoNext, violinNext], syllabi: [syllabus(11, second, [pianoNext])] };
const onlyPiano = { specialityId: 1, syllabusId: 1 };
const onlyViolin = { specialityId: 2, syllabusId: 1 };
const noPlace = { specialityId: null, syllabusId: null };

test.each([
  ["an instrument that the next course teaches", onlyPiano, next, [11, 11]],
  ["an instrument that it does not teach", onlyViolin, next, undefined],
  [
    "an instrument whose code is another's name",
    onlyPiano,
    {
      ...next,
      specialities: [speciality(11, "Teclado", "P"), speciality(13, "Piano", "X")],
      syllabi: [syllabus(11, second)],
    },
    [11, 11],
  ],
  [
    "an instrument that exists twice",
    onlyPiano,
    { ...next, specialities: [pianoNext, speciality(13, "Piano", "P")] },
    undefined,
  ],
  ["an instrument that is missing next year", onlyPiano, { ...next, specialities: [violinNext] }, undefined],
  ["no instrument yet, where the next course asks for one", { ...noPlace, syllabusId: 1 }, next, undefined],
  [
    "no instrument where none is required",
    { ...noPlace, syllabusId: 1 },
    { ...next, syllabi: [syllabus(11, second)] },
    [undefined, 11],
  ],
  ["an instrument alone", { ...noPlace, specialityId: 2 }, next, [12, undefined]],
  ["no place", noPlace, next, undefined],
  ["a place that the catalogue lacks by now", { ...onlyPiano, syllabusId: 9 }, next, undefined],
])("families 34: %s", (_, place, offer, expected) => {
  const course = findNextCourse(place, before, offer);
  expect(course && [course.speciality?.id, course.syllabus?.id]).toEqual(expected);
});
