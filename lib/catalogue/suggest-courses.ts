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
  const specialityIds = listSpecialityIds(syllabus);
  return instrument === undefined || specialityIds.size === 0 || specialityIds.has(instrument);
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
    const same = syllabi.filter((choice) => choice.option === option);
    const courses = (same.length > 0 ? same : syllabi).map(({ id }) => offered.find((row) => row.id === id));
    return courses.length > 0 && courses.every((course) => course && !teaches(course, instrument));
  };
  return specialities.filter(isUntaught).map(({ option }) => option);
}

/** Whether a student is too young or too old to start a course, and its limit in years; undefined without an age. */
export function findAgeProblem({ age: from, highest_start_age: to }: CatalogueSyllabus, { age }: Student) {
  if (age !== undefined && age < from) return { kind: "young" as const, limit: from };
  if (age !== undefined && to !== null && age > to) return { kind: "old" as const, limit: to };
}

/** Whether a student can start a course, by age, instrument and admission. */
export function canStart(syllabus: CatalogueSyllabus, student: Student): boolean {
  const { instrument, experience } = student;
  const isAdmitted = syllabus.admission === "open" || experience !== undefined;
  return !findAgeProblem(syllabus, student) && teaches(syllabus, instrument) && isAdmitted;
}

/**
 * The suitable courses of a student, most likely first: for a beginner the first course of each degree; otherwise
 * every course for the age, first the one that follows the years played.
 * @returns `suitable` is empty when no course is suitable; `next` is then the first one of the instrument for which the
 * student is too young
 */
export function suggestCourses(syllabi: readonly CatalogueSyllabus[], student: Student) {
  const { age, experience } = student;
  const named = syllabi.filter((syllabus) => !isGeneral(syllabus, student));
  const ofInstrument = named.length > 0 ? named : syllabi;
  const open = syllabi.filter((syllabus) => canStart(syllabus, student));
  // Rather than none, the courses of the instrument with a test or after another course.
  const startable =
    open.length > 0 ? open : ofInstrument.filter((row) => canStart(row, { ...student, experience: 0 }));
  const suitable =
    experience === undefined
      ? startable.filter((course) => isFirst(course, startable)).sort(compareForStudent(student))
      : sortByExperience(startable.sort(compareForStudent(student)), experience);
  const forOlder = ofInstrument
    .filter((course) => age !== undefined && course.age > age)
    .filter(({ admission }) => experience !== undefined || admission !== "previous_course")
    .filter((course) => teaches(course, student.instrument))
    .sort((a, b) => a.age - b.age || compareSyllabi(a, b));
  return { suitable, next: suitable.length === 0 ? forOlder[0] : undefined };
}

const isFirst = ({ degree, course }: CatalogueSyllabus, syllabi: readonly CatalogueSyllabus[]) =>
  syllabi.every((other) => other.degree.id !== degree.id || other.course.number >= course.number);

/** The courses of the first open degree come first, led by the one after `years` years. */
function sortByExperience(startable: CatalogueSyllabus[], years: number): CatalogueSyllabus[] {
  const mainDegreeId = (startable.find(({ admission }) => admission === "open") ?? startable[0])?.degree.id;
  const main = startable.filter(({ degree }) => degree.id === mainDegreeId);
  const numbers = main.map(({ course }) => course.number);
  const reachable = numbers.filter((number) => number <= Math.min(...numbers) + years);
  const likely = main.find(({ course }) => course.number === Math.max(...reachable));
  const others = [...main, ...startable.filter((row) => !main.includes(row))].filter((row) => row !== likely);
  return likely ? [likely, ...others] : [];
}

/** The school's order, with courses of the student's instrument before general ones. */
const compareForStudent = (student: Student) => (a: CatalogueSyllabus, b: CatalogueSyllabus) =>
  Number(isGeneral(a, student)) - Number(isGeneral(b, student)) || compareSyllabi(a, b);

/** Whether a course does not name the student's instrument. */
const isGeneral = (syllabus: CatalogueSyllabus, { instrument }: Student) =>
  instrument !== undefined && !listSpecialityIds(syllabus).has(instrument);

export const compareSyllabi = (a: CatalogueSyllabus, b: CatalogueSyllabus) =>
  a.degree.order - b.degree.order || a.degree.id - b.degree.id || a.course.number - b.course.number;
