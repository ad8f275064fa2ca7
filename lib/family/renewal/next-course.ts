import { listSpecialityIds } from "@/lib/catalogue/course-price";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { canStart } from "@/lib/catalogue/suggest-courses";
import type { Place } from "@/lib/decisions/place";

type Offer = { specialities: Speciality[]; syllabi: CatalogueSyllabus[] };

/**
 * The course after a place (families 34): the next of its degree, else the first of the next degree, with the same
 * speciality by code or name.
 * @param given a place of the year `before`
 * @param age when the next year begins; courses of the same degree ignore it
 * @returns no syllabus in schools that assign specialities only; undefined when nothing or more than one course
 *   follows: the family must choose
 */
export function findNextCourse(given: Place, before: Offer, next: Offer, age?: number) {
  const had = before.specialities.find(({ id }) => id === given.specialityId);
  const studied = before.syllabi.find(({ id }) => id === given.syllabusId);
  const isGone = (given.specialityId !== null && !had) || (given.syllabusId !== null && !studied);
  const speciality = had && findSameSpeciality(had, next.specialities);
  if (isGone || (had && !speciality) || (!had && !studied)) return;
  if (!studied) return { speciality, syllabus: undefined };

  // Returning students have experience.
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

function findSameSpeciality({ code, name }: Speciality, among: Speciality[]): Speciality | undefined {
  const coded = code === null ? [] : among.filter((one) => one.code === code);
  const found = coded.length > 0 ? coded : among.filter((one) => one.name === name);
  return found.length === 1 ? found[0] : undefined;
}

/** Compares with the courses of both years, so that a discontinued course is not skipped. */
function findCourseAfter(
  { course, degree }: CatalogueSyllabus,
  known: CatalogueSyllabus[],
): number | undefined {
  const later = known.filter((one) => one.degree.id === degree.id && one.course.number > course.number);
  const above = known.filter((one) => one.degree.order > degree.order);
  const [next] = later.length > 0 ? later.sort(byCourse) : above.sort(byCourse);
  return next?.course.id;
}

const byCourse = (one: CatalogueSyllabus, other: CatalogueSyllabus) =>
  one.degree.order - other.degree.order || one.course.number - other.course.number;
