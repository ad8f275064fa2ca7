import { listSpecialityIds } from "@/lib/catalogue/course-price";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { canStart } from "@/lib/catalogue/suggest-courses";
import type { Place } from "@/lib/decisions/places/limits";

/** What a school year offers. */
type Offer = { specialities: Speciality[]; syllabi: CatalogueSyllabus[] };

/** What a student would go on with; a school that gives places by speciality alone names no course. */
export type NextCourse = { speciality: Speciality | undefined; syllabus: CatalogueSyllabus | undefined };

/**
 * What follows the place that somebody was given (families 34): the course after it in its degree, else the first of
 * the next degree, with the same speciality, by its code or else by its name.
 *
 * @param given a place of the year `before`
 * @param age when the next year begins; within a degree one goes on at any age
 * @returns undefined where nothing of the next year follows, or several things do: then the family is asked
 */
export function findNextCourse(given: Place, before: Offer, next: Offer, age?: number): NextCourse | undefined {
  const had = before.specialities.find(({ id }) => id === given.specialityId);
  const studied = before.syllabi.find(({ id }) => id === given.syllabusId);
  const isGone = (given.specialityId !== null && !had) || (given.syllabusId !== null && !studied);
  const speciality = had && findSameSpeciality(had, next.specialities);
  if (isGone || (had && !speciality) || (!had && !studied)) return;
  if (!studied) return { speciality, syllabus: undefined };

  // Whoever goes on has played.
  const student = { instrument: speciality?.id, experience: 0 };
  const ageFor = ({ degree }: CatalogueSyllabus) => (degree.id === studied.degree.id ? undefined : age);
  const courseId = findCourseAfter(studied, [...before.syllabi, ...next.syllabi]);
  const fitting = next.syllabi.filter(
    (one) =>
      one.course.id === courseId &&
      canStart(one, { ...student, age: ageFor(one) }) &&
      (speciality || listSpecialityIds(one).size === 0),
  );
  return fitting.length === 1 ? { speciality, syllabus: fitting[0] } : undefined;
}

/** The one of the same code, where there is one; else of the same name. */
function findSameSpeciality({ code, name }: Speciality, among: Speciality[]): Speciality | undefined {
  const coded = code === null ? [] : among.filter((one) => one.code === code);
  const found = coded.length > 0 ? coded : among.filter((one) => one.name === name);
  return found.length === 1 ? found[0] : undefined;
}

/** Of all courses that either year knows, so that one which is not offered any more is not passed over. */
function findCourseAfter({ course, degree }: CatalogueSyllabus, known: CatalogueSyllabus[]): number | undefined {
  const later = known.filter((one) => one.degree.id === degree.id && one.course.number > course.number);
  const above = known.filter((one) => one.degree.order > degree.order);
  const [next] = later.length > 0 ? later.sort(byCourse) : above.sort(byCourse);
  return next?.course.id;
}

const byCourse = (one: CatalogueSyllabus, other: CatalogueSyllabus) =>
  one.degree.order - other.degree.order || one.course.number - other.course.number;
