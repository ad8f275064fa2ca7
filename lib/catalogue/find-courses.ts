import {
  comparePrices,
  courseMinutes,
  coursePrice,
  type Price,
  specialitiesOf,
  type Tariff,
} from "./course-price";
import type { Speciality, Syllabus } from "./schema";

/** What a family looks for; what is left out is open. */
export type Wanted = {
  /** In years, when the course begins; {@link ADULT} stands for every adult. */
  age?: number;
  /** A speciality's id. */
  instrument?: number;
  /** The most hours of class a week. */
  hours?: number;
};

export type Course = {
  syllabus: Syllabus;
  price: Price | undefined;
  minutes: number;
  /** It may be more, by the speciality or the electives. */
  minutesAtLeast: boolean;
};

export const ADULT = 18;

/** How many years older than a course's age somebody is whom it still fits. */
const FITS_FOR = 2;

/** Whether a course is meant for somebody of an age: from its own on, for some years; one without an age for all. */
export function fitsAge({ age: from }: Pick<Syllabus, "age">, age: number): boolean {
  return from === 0 || (age >= ADULT && from >= ADULT) || (from <= age && age < from + FITS_FOR);
}

/** A course with what it takes and costs with an instrument. */
function courseOf(syllabus: Syllabus, tariff: Tariff, instrument?: number): Course {
  const { minutes, atLeast } = courseMinutes(syllabus, instrument);
  return {
    syllabus,
    price: coursePrice(syllabus, tariff, instrument),
    minutes,
    minutesAtLeast: atLeast,
  };
}

/**
 * The courses that are as wanted, in their order; beside them those that fit the age but not the rest, or, where
 * no age was said, teach the instrument; and all others.
 */
export function findCourses(syllabi: readonly Syllabus[], wanted: Wanted, tariff: Tariff) {
  const { age, instrument, hours } = wanted;
  const aged = (course: Course) => age === undefined || fitsAge(course.syllabus, age);
  const taught = (course: Course) =>
    instrument === undefined || specialitiesOf(course.syllabus).has(instrument);
  const short = (course: Course) => hours === undefined || course.minutes <= hours * 60;
  const courses = syllabi.map((syllabus) => courseOf(syllabus, tariff, instrument)).sort(inOrder);
  const found = courses.filter((course) => aged(course) && taught(course) && short(course));
  const close = (course: Course) =>
    age === undefined ? instrument !== undefined && taught(course) : aged(course);
  const near = courses.filter((course) => close(course) && !found.includes(course));
  const others = courses.filter((course) => !found.includes(course) && !near.includes(course));
  return { found, near, others };
}

/** As a school counts its courses: degree, course; what is alike by price. */
function inOrder(one: Course, other: Course): number {
  const [a, b] = [one.syllabus, other.syllabus];
  return (
    a.degree.order - b.degree.order ||
    a.degree.id - b.degree.id ||
    a.course.number - b.course.number ||
    comparePrices(one.price, other.price)
  );
}

const LAST_YEARS_TO_NAME = ADULT - 1;
const HOURS = [1, 2, 3, 4, 6, 8, 12];

/** What can be chosen from: ages for which a course is meant, and bounds of hours that leave some courses out. */
export function finderChoices(syllabi: readonly Syllabus[]) {
  const ages = syllabi.map(({ age }) => age).filter((age) => age > 0);
  const youngest = ages.length > 0 ? Math.min(...ages) : Number.POSITIVE_INFINITY;
  const years = Array.from({ length: ADULT }, (_, at) => at + 1).filter(
    (age) => age >= youngest && age <= LAST_YEARS_TO_NAME,
  );
  const minutes = syllabi.map((syllabus) => courseMinutes(syllabus).minutes);
  return {
    ages: ages.length > 0 ? [...years, ADULT] : [],
    hours: HOURS.filter(
      (hours) => minutes.some((most) => most <= hours * 60) && minutes.some((most) => most > hours * 60),
    ),
  };
}

type Query = Record<string, string | string[] | undefined>;

/** What an address asks for; what it cannot ask for is open. */
export function readWanted(query: Query, syllabi: readonly Syllabus[], specialities: readonly Speciality[]) {
  const { ages, hours } = finderChoices(syllabi);
  const oneOf = (name: string, known: readonly number[]) =>
    known.find((value) => String(value) === query[name]);
  const wanted = {
    age: oneOf("age", ages),
    instrument: oneOf(
      "instrument",
      specialities.map(({ id }) => id),
    ),
    hours: oneOf("hours", hours),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Wanted;
}
