import { experienceOptions } from "@/lib/reference/values";
import {
  calculateCourseMinutes,
  calculateCoursePrice,
  comparePrices,
  type Price,
  type Tariff,
} from "./course-price";
import type { CatalogueSyllabus, Speciality } from "./schema";
import { bySchool, type Student, suggestCourses, teaches } from "./suggest-courses";

/** What a family looks for; what is left out is open. {@link ADULT} stands for every adult. */
export type CourseFilter = Student & {
  /** The most hours of class a week. */
  hours?: number | undefined;
};

export type Course = {
  syllabus: CatalogueSyllabus;
  price: Price | undefined;
  minutes: number;
  /** It may be more, by the speciality or the electives. */
  minutesAtLeast: boolean;
};

export const ADULT = 18;

/** A course with what it takes and costs with an instrument. */
function courseOf(syllabus: CatalogueSyllabus, tariff: Tariff, instrument?: number): Course {
  const { minutes, atLeast } = calculateCourseMinutes(syllabus, instrument);
  return {
    syllabus,
    price: calculateCoursePrice(syllabus, tariff, instrument),
    minutes,
    minutesAtLeast: atLeast,
  };
}

/**
 * The courses that suit, the likeliest first, and all others as the school counts them. Where no age was said, those
 * that teach the instrument.
 *
 * @returns `next` is the first course that the student is too young for, where none suits
 */
export function findCourses(syllabi: readonly CatalogueSyllabus[], wanted: CourseFilter, tariff: Tariff) {
  const { age, instrument, hours } = wanted;
  const courses = syllabi.map((syllabus) => courseOf(syllabus, tariff, instrument)).sort(inOrder);
  const { suited, next } = suggestCourses(syllabi, wanted);
  const isShort = (course: Course) => hours === undefined || course.minutes <= hours * 60;
  const suiting =
    age === undefined
      ? courses.filter(({ syllabus }) => teaches(syllabus, instrument))
      : suited.map((syllabus) => courseOf(syllabus, tariff, instrument));
  const found = suiting.filter(isShort);
  const ids = new Set(found.map(({ syllabus }) => syllabus.id));
  return { found, others: courses.filter(({ syllabus }) => !ids.has(syllabus.id)), next };
}

/** As a school counts its courses; what is alike by price. */
const inOrder = (one: Course, other: Course) =>
  bySchool(one.syllabus, other.syllabus) || comparePrices(one.price, other.price);

const AGES = Array.from({ length: ADULT }, (_, at) => at + 1);
const HOURS = [1, 2, 3, 4, 6, 8, 12];

/** What can be chosen from: every age, where the catalogue has ages, and bounds of hours that leave some courses out. */
export function getFilterOptions(syllabi: readonly CatalogueSyllabus[]) {
  const minutes = syllabi.map((syllabus) => calculateCourseMinutes(syllabus).minutes);
  return {
    ages: syllabi.some(({ age }) => age > 0) ? AGES : [],
    hours: HOURS.filter(
      (hours) => minutes.some((most) => most <= hours * 60) && minutes.some((most) => most > hours * 60),
    ),
  };
}

/** Keys of the previous-experience options (2.5). */
const EXPERIENCE = experienceOptions.map(({ key }) => Number(key));

type Query = Record<string, string | string[] | undefined>;

/** What an address asks for; what it cannot ask for is open. */
export function parseCourseFilter(
  query: Query,
  syllabi: readonly CatalogueSyllabus[],
  specialities: readonly Speciality[],
) {
  const { ages, hours } = getFilterOptions(syllabi);
  const oneOf = (name: string, known: readonly number[]) =>
    known.find((value) => String(value) === query[name]);
  const wanted = {
    age: oneOf("age", ages),
    instrument: oneOf(
      "instrument",
      specialities.map(({ id }) => id),
    ),
    experience: oneOf("played", EXPERIENCE),
    hours: oneOf("hours", hours),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => value !== undefined),
  ) as CourseFilter;
}
