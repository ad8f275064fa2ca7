import { listSpecialityIds } from "./course-price";
import type { CatalogueSyllabus } from "./schema";

/** The data that decides which courses suit a student; missing values match everything. */
export type Student = {
  /** In years, at the start of the course. */
  age?: number | undefined;
  /** The id of a speciality. */
  instrument?: number | undefined;
  /** The key of a previous-experience option (2.5); undefined for beginners. */
  experience?: number | undefined;
};

/** Whether a course is taught for an instrument; one without specialities is for all. */
export function teaches(syllabus: CatalogueSyllabus, instrument: number | undefined): boolean {
  const taught = listSpecialityIds(syllabus);
  return instrument === undefined || taught.size === 0 || taught.has(instrument);
}

type Choice = { option: number; id: number };
export type Choices = { specialities: readonly Choice[]; syllabi: readonly Choice[] };

/**
 * The options of chosen instruments that are not taught in the course of the same option or, without one, in any chosen
 * course.
 */
export function listUntaughtOptions(
  offered: readonly CatalogueSyllabus[],
  { specialities, syllabi }: Choices,
): number[] {
  const isUntaught = ({ option, id: instrument }: Choice) => {
    const own = syllabi.filter((one) => one.option === option);
    const courses = (own.length > 0 ? own : syllabi).map(({ id }) => offered.find((one) => one.id === id));
    return courses.length > 0 && courses.every((course) => course && !teaches(course, instrument));
  };
  return specialities.filter(isUntaught).map(({ option }) => option);
}

/** Whether a student can start a course, by age, instrument and admission. */
export function canStart(syllabus: CatalogueSyllabus, { age, instrument, experience }: Student): boolean {
  const { age: from, highest_start_age: highest, admission } = syllabus;
  const fitsAge = age === undefined || (from <= age && age <= (highest ?? age));
  return fitsAge && teaches(syllabus, instrument) && (admission === "open" || experience !== undefined);
}

/**
 * The suitable courses of a student, most likely first: for a beginner the first course of each degree; otherwise
 * every course for the age, first the one that follows the years played.
 * @returns `suited` is empty when no course is suitable; `next` is then the first one for which the student is too
 * young
 */
export function suggestCourses(syllabi: readonly CatalogueSyllabus[], student: Student) {
  const startable = syllabi.filter((syllabus) => canStart(syllabus, student));
  const suited =
    student.experience === undefined
      ? startable.filter((one) => isFirst(one, startable)).sort(bySuit(student))
      : sortByExperience(startable.sort(bySuit(student)), student.experience);
  const later = syllabi
    .filter((one) => student.age !== undefined && one.age > student.age)
    .filter((one) => canStart(one, { ...student, age: undefined }))
    .sort((one, other) => one.age - other.age || bySchool(one, other));
  return { suited, next: suited.length === 0 ? later[0] : undefined };
}

const isFirst = ({ degree, course }: CatalogueSyllabus, among: readonly CatalogueSyllabus[]) =>
  among.every((other) => other.degree.id !== degree.id || other.course.number >= course.number);

/** The courses of the first open degree come first, led by the one after `years` years. */
function sortByExperience(startable: CatalogueSyllabus[], years: number): CatalogueSyllabus[] {
  const main = (startable.find(({ admission }) => admission === "open") ?? startable[0])?.degree.id;
  const own = startable.filter(({ degree }) => degree.id === main);
  const numbers = own.map(({ course }) => course.number);
  const reached = numbers.filter((number) => number <= Math.min(...numbers) + years);
  const likely = own.find(({ course }) => course.number === Math.max(...reached));
  const others = [...own, ...startable.filter((one) => !own.includes(one))].filter((one) => one !== likely);
  return likely ? [likely, ...others] : [];
}

/** The school's order, with courses of the student's instrument before general ones. */
const bySuit =
  ({ instrument }: Student) =>
  (one: CatalogueSyllabus, other: CatalogueSyllabus) => {
    const isGeneral = (syllabus: CatalogueSyllabus) =>
      Number(instrument !== undefined && !listSpecialityIds(syllabus).has(instrument));
    return isGeneral(one) - isGeneral(other) || bySchool(one, other);
  };

export const bySchool = (one: CatalogueSyllabus, other: CatalogueSyllabus) =>
  one.degree.order - other.degree.order ||
  one.degree.id - other.degree.id ||
  one.course.number - other.course.number;
