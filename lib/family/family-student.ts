import { getAgeAtStart } from "@/lib/catalogue/course-age";
import { calculateCourseMinutes, calculateCoursePrice, type Price, getTariff } from "@/lib/catalogue/course-price";
import { getCatalogueSnapshot } from "@/lib/catalogue/snapshot";
import { getPlaceNames } from "@/lib/decisions/place";
import type { Place } from "@/lib/decisions/places/limits";
import type { Day } from "@/lib/platform/dates";
import type { Settings } from "@/lib/school/settings";
import type { FamilyEnrollment, FamilyYears } from "./family-requests";
import { type NextCourse, findNextCourse } from "./next-course";

/** A student on the page of their family. */
export type FamilyStudent = {
  id: string;
  name: string;
  /** The person who looks. */
  isOwn: boolean;
  /** Whether whoever looks enrolls them; another guardian, or a child, only looks. */
  acts: boolean;
  /** How old they are when the year begins that is asked about. */
  age: number | undefined;
  before: FamilyEnrollment | undefined;
  asked: FamilyEnrollment | undefined;
  /** Their family has said that they do not go on. */
  leaves: boolean;
  /** What follows the place that was given; undefined where the family has to say it. */
  next: Next | undefined;
};

type Next = NextCourse & {
  /** Its names, those of the speciality first. */
  names: string;
  price: Price | undefined;
  weeklyMinutes: number | undefined;
};

type Known = Pick<FamilyStudent, "id" | "name" | "isOwn" | "acts" | "leaves"> & {
  birthDate: Day | undefined;
  requests: FamilyEnrollment[];
};

/** A student with what they have, and what would follow in the year that is asked about. */
export const createFamilyStudent =
  ({ birthDate, requests, ...who }: Known) =>
  async (years: FamilyYears, { course_age, price_period }: Settings): Promise<FamilyStudent> => {
    const of = (year: { id: number } | undefined) =>
      requests.find(({ schoolYearId }) => schoolYearId === year?.id);
    const [before, asked] = [of(years.before), of(years.asked)];
    const begins = (years.asked ?? years.before)?.start_school_year;
    const age = birthDate && begins ? getAgeAtStart(birthDate, begins, course_age) : undefined;
    return {
      ...who,
      age,
      before,
      asked,
      next: before && !asked && who.acts ? await findNextPlace(before, age, years, price_period) : undefined,
    };
  };

/** What follows a place that the family was told of. */
async function findNextPlace(
  before: FamilyEnrollment,
  age: number | undefined,
  { asked }: FamilyYears,
  period: Settings["price_period"],
): Promise<Next | undefined> {
  const { byYear } = await getCatalogueSnapshot();
  if (before.state !== "accepted" || !asked) return;
  const [had, offered] = [byYear.get(before.schoolYearId), byYear.get(asked.id)];
  if (!had || !offered) return;
  const next = findNextCourse(
    before.place,
    { specialities: had.specialities.items, syllabi: had.syllabi.items },
    { specialities: offered.specialities.items, syllabi: offered.syllabi.items },
    age,
  );
  if (!next) return;
  const { speciality, syllabus } = next;
  const { syllabus: course } = await getPlaceNames(asked.id, placeOf(next));
  return {
    ...next,
    names: [speciality?.name, course].filter(Boolean).join(", "),
    price: syllabus && calculateCoursePrice(syllabus, getTariff(asked, period), speciality?.id),
    weeklyMinutes: syllabus && calculateCourseMinutes(syllabus, speciality?.id).minutes,
  };
}

const placeOf = ({ speciality, syllabus }: NextCourse): Place => ({
  specialityId: speciality?.id ?? null,
  syllabusId: syllabus?.id ?? null,
});

/** A student's next place as a form says it: what was on the page is what is asked for. */
export const formatRenewal = ({ id, next }: Pick<FamilyStudent, "id" | "next">): string =>
  [id, next?.speciality?.id ?? "-", next?.syllabus?.id ?? "-"].join(" ");
