import fc from "fast-check";
import { expect, test } from "vitest";
import { type CourseData, course, createSyllabus } from "@/test/support/data/random-courses";
import { ADULT, findCourses, getFilterOptions, parseCourseFilter } from "./find-courses";

const tariff = { period: "year", months: 10 } as const;
const courses = fc.uniqueArray(course, { selector: ({ facts }) => facts.id, maxLength: 60 });
const specialities = [1, 2, 3, 4, 5].map((id) => ({ id, name: "", code: null, school_year_id: 1 }));

const listTaught = ({ instruments }: CourseData) =>
  instruments.flatMap(({ listed, subjectPrices }, index) =>
    listed || subjectPrices.length > 0 ? [index + 1] : [],
  );

/** Hours of the shortest week that a student can have; each subject is an hour. */
function getMinHours({ mandatory, electives, required, instruments }: CourseData, instrument = 0) {
  const taught = listTaught({ instruments } as CourseData);
  const subjectPrices = (id: number) => instruments[id - 1]?.subjectPrices.length ?? 0;
  const minSubjects = taught.includes(instrument)
    ? subjectPrices(instrument)
    : Math.min(...(taught.length ? taught : [0]).map(subjectPrices));
  return mandatory.length + Math.min(required, electives.length) + minSubjects;
}

test("families 37: for every catalogue and filter the finder lists each matching course once, and all others apart", () => {
  const filters = fc.record(
    {
      age: fc.integer({ min: 1, max: ADULT }),
      instrument: fc.integer({ min: 1, max: 5 }),
      hours: fc.constantFrom(1, 2, 4),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(courses, filters, (all, filter: Parameters<typeof findCourses>[1]) => {
      const { age, instrument, hours } = filter;
      const candidates = all.map(({ facts }) => ({
        id: facts.id,
        isOldEnough: age === undefined || facts.age <= age,
        isTaught:
          instrument === undefined ||
          listTaught(facts).length === 0 ||
          listTaught(facts).includes(instrument),
        isShort: hours === undefined || getMinHours(facts, instrument) <= hours,
      }));
      const expected = candidates
        .filter(({ isOldEnough, isTaught, isShort }) => isOldEnough && isTaught && isShort)
        .map(({ id }) => id);
      const { matching, others } = findCourses(
        all.map(({ syllabus }) => syllabus),
        filter,
        tariff,
      );
      const ids = matching.map(({ syllabus }) => syllabus.id);
      expect(new Set(ids)).toEqual(new Set(expected));
      expect(ids.length).toBe(new Set(ids).size);
      const allIds = [...ids, ...others.map(({ syllabus }) => syllabus.id)];
      expect(allIds.sort()).toEqual(candidates.map(({ id }) => id).sort());
    }),
  );
});

test("families 37: the options of a filter distinguish courses, and each leaves at least one", () => {
  fc.assert(
    fc.property(courses, (all) => {
      const syllabi = all.map(({ syllabus }) => syllabus);
      const { ages, hours } = getFilterOptions(syllabi);
      if (all.every(({ facts }) => facts.age === 0)) expect(ages).toEqual([]);
      else expect(ages).toEqual(Array.from({ length: ADULT }, (_, index) => index + 1));
      for (const maxHours of hours) {
        const { matching } = findCourses(syllabi, { hours: maxHours }, tariff);
        expect(matching.length).toBeGreaterThan(0);
        expect(matching.length).toBeLessThan(all.length);
      }
    }),
  );
});

test("accepts only available options from the address", () => {
  const facts = { mandatory: [1, 1, 1], electives: [], required: 0, instruments: [] };
  const syllabi = [
    createSyllabus({ id: 1, age: 8, ...facts }),
    createSyllabus({ id: 2, age: 9, ...facts, mandatory: [1] }),
  ];
  const read = (query: Parameters<typeof parseCourseFilter>[0]) =>
    parseCourseFilter(query, syllabi, specialities);
  expect(read({ age: "9", instrument: "5", hours: "2" })).toEqual({ age: 9, instrument: 5, hours: 2 });
  expect(read({ age: "1", played: "3" })).toEqual({ age: 1, experience: 3 });
  expect(read({ played: "4" })).toEqual({});
  expect(read({ age: ["9"], instrument: "5 or 1=1", hours: "", more: "1" })).toEqual({});
  expect(read({ age: "09", instrument: "6", hours: "3" })).toEqual({});
});
