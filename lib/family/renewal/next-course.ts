import { listSpecialityIds } from "@/lib/catalogue/course-price";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { canStart } from "@/lib/catalogue/suggest-courses";
import type { Place } from "@/lib/decisions/place";

type Offer = { specialities: Speciality[]; syllabi: CatalogueSyllabus[] };

/**
 * The course after a place (families 34): the next of its degree, else the first of the next degree, with the same
 * speciality by code or name.
 * @param place a place of the year of `offer`
 * @param age when the next year begins; courses of the same degree ignore it
 * @returns no syllabus in schools that assign specialities only; undefined when nothing or more than one course
 *   follows: the family must choose
 */
export function findNextCourse(place: Place, offer: Offer, nextOffer: Offer, age?: number) {
  const oldSpeciality = offer.specialities.find(({ id }) => id === place.specialityId);
  const previous = offer.syllabi.find(({ id }) => id === place.syllabusId);
  const isGone = (place.specialityId !== null && !oldSpeciality) || (place.syllabusId !== null && !previous);
  const speciality = oldSpeciality && findSameSpeciality(oldSpeciality, nextOffer.specialities);
  if (isGone || (oldSpeciality && !speciality) || (!oldSpeciality && !previous)) return;
  if (!previous) return { speciality, syllabus: undefined };

  // Returning students have experience.
  const student = { instrument: speciality?.id, experience: 0 };
  const ageFor = ({ degree }: CatalogueSyllabus) => (degree.id === previous.degree.id ? undefined : age);
  const courseId = findCourseAfter(previous, [...offer.syllabi, ...nextOffer.syllabi]);
  const suitable = nextOffer.syllabi.filter(
    (syllabus) =>
      syllabus.course.id === courseId &&
      canStart(syllabus, { ...student, age: ageFor(syllabus) }) &&
      (speciality || listSpecialityIds(syllabus).size === 0),
  );
  return suitable.length === 1 ? { speciality, syllabus: suitable[0] } : undefined;
}

function findSameSpeciality({ code, name }: Speciality, specialities: Speciality[]): Speciality | undefined {
  const withCode = code === null ? [] : specialities.filter((row) => row.code === code);
  const matches = withCode.length > 0 ? withCode : specialities.filter((row) => row.name === name);
  return matches.length === 1 ? matches[0] : undefined;
}

/** Compares with the courses of both years, so that a discontinued course is not skipped. */
function findCourseAfter(
  { course, degree }: CatalogueSyllabus,
  syllabi: CatalogueSyllabus[],
): number | undefined {
  const later = syllabi.filter((row) => row.degree.id === degree.id && row.course.number > course.number);
  const higherDegree = syllabi.filter((row) => row.degree.order > degree.order);
  const [next] = (later.length > 0 ? later : higherDegree).sort(compareCourses);
  return next?.course.id;
}

const compareCourses = (a: CatalogueSyllabus, b: CatalogueSyllabus) =>
  a.degree.order - b.degree.order || a.course.number - b.course.number;
