import { experienceOptions } from "@/lib/reference/values";
import {
  calculateCourseMinutes,
  calculateCoursePrice,
  comparePrices,
  type Price,
  type Tariff,
} from "./course-price";
import type { CatalogueSyllabus, Speciality } from "./schema";
import { compareSyllabi, type Student, suggestCourses, teaches } from "./suggest-courses";

/** A family's search; missing values match everything. {@link ADULT} stands for every adult age. */
type CourseFilter = Student & {
  /** The maximum hours of class per week. */
  hours?: number | undefined;
};

export type Course = {
  syllabus: CatalogueSyllabus;
  price: Price | undefined;
  minutes: number;
  /** A lower bound, depending on speciality or electives. */
  minutesAtLeast: boolean;
};

export const ADULT = 18;

function createCourse(syllabus: CatalogueSyllabus, tariff: Tariff, instrument?: number): Course {
  const { minutes, atLeast } = calculateCourseMinutes(syllabus, instrument);
  return {
    syllabus,
    price: calculateCoursePrice(syllabus, tariff, instrument),
    minutes,
    minutesAtLeast: atLeast,
  };
}

/**
 * The suitable courses, most likely first, and all others in the school's order. Without an age, all courses that
 * teach the instrument are suitable.
 * @returns `next`: the first course for which the student is still too young, if none is suitable
 */
export function findCourses(syllabi: readonly CatalogueSyllabus[], filter: CourseFilter, tariff: Tariff) {
  const { age, instrument, hours } = filter;
  const courses = syllabi.map((syllabus) => createCourse(syllabus, tariff, instrument)).sort(compareCourses);
  const { suitable, next } = suggestCourses(syllabi, filter);
  const isShort = (course: Course) => hours === undefined || course.minutes <= hours * 60;
  const candidates =
    age === undefined
      ? courses.filter(({ syllabus }) => teaches(syllabus, instrument))
      : suitable.map((syllabus) => createCourse(syllabus, tariff, instrument));
  const matching = candidates.filter(isShort);
  const ids = new Set(matching.map(({ syllabus }) => syllabus.id));
  return { matching, others: courses.filter(({ syllabus }) => !ids.has(syllabus.id)), next };
}

const compareCourses = (a: Course, b: Course) =>
  compareSyllabi(a.syllabus, b.syllabus) || comparePrices(a.price, b.price);

const AGES = Array.from({ length: ADULT }, (_, index) => index + 1);
const HOURS = [1, 2, 3, 4, 6, 8, 12];

/** The options of the filters: ages, if the catalogue has any, and limits of hours that exclude some courses. */
export function getFilterOptions(syllabi: readonly CatalogueSyllabus[]) {
  const minutes = syllabi.map((syllabus) => calculateCourseMinutes(syllabus).minutes);
  return {
    ages: syllabi.some(({ age }) => age > 0) ? AGES : [],
    hours: HOURS.filter(
      (hours) => minutes.some((count) => count <= hours * 60) && minutes.some((count) => count > hours * 60),
    ),
  };
}

/** The keys of the previous-experience options (2.5). */
const EXPERIENCE = experienceOptions.map(({ key }) => Number(key));

type Query = Record<string, string | string[] | undefined>;

/** Parses the query of an address; invalid values are ignored. */
export function parseCourseFilter(
  query: Query,
  syllabi: readonly CatalogueSyllabus[],
  specialities: readonly Speciality[],
) {
  const { ages, hours } = getFilterOptions(syllabi);
  const parseOption = (name: string, options: readonly number[]) =>
    options.find((value) => String(value) === query[name]);
  const filter = {
    age: parseOption("age", ages),
    instrument: parseOption(
      "instrument",
      specialities.map(({ id }) => id),
    ),
    experience: parseOption("played", EXPERIENCE),
    hours: parseOption("hours", hours),
  };
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  ) as CourseFilter;
}
