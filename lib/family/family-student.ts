import { ageAtStart } from "@/lib/catalogue/course-age";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { type SyllabusFacts, syllabusFacts } from "@/lib/catalogue/syllabus-facts";
import type { Day } from "@/lib/platform/dates";
import type { Settings } from "@/lib/school/settings";
import type { FamilyRequest, FamilyYears } from "./family-requests";
import { type NextCourse, nextCourse } from "./next-course";

/** A student on the page of their family. */
export type Student = {
  id: string;
  name: string;
  /** The person who looks. */
  isOwn: boolean;
  /** Whether whoever looks enrolls them; another guardian, or a child, only looks. */
  acts: boolean;
  /** How old they are when the year begins that is asked about. */
  age: number | undefined;
  before: FamilyRequest | undefined;
  asked: FamilyRequest | undefined;
  /** Their family has said that they do not go on. */
  leaves: boolean;
  /** What follows the place that was given; undefined where the family has to say it. */
  next: (NextCourse & { facts: SyllabusFacts | undefined }) | undefined;
};

type Known = Pick<Student, "id" | "name" | "isOwn" | "acts" | "leaves"> & {
  birthDate: Day | undefined;
  requests: FamilyRequest[];
};

/** A student with what they have, and what would follow in the year that is asked about. */
export const studentOf =
  ({ birthDate, requests, ...who }: Known) =>
  async (years: FamilyYears, countedBy: Settings["course_age"]): Promise<Student> => {
    const of = (year: { id: number } | undefined) =>
      requests.find(({ schoolYearId }) => schoolYearId === year?.id);
    const [before, asked] = [of(years.before), of(years.asked)];
    const begins = (years.asked ?? years.before)?.start_school_year;
    return {
      ...who,
      age: birthDate && begins ? ageAtStart(birthDate, begins, countedBy) : undefined,
      before,
      asked,
      next: before && !asked && who.acts ? await following(before, years) : undefined,
    };
  };

/** What follows a place that the family was told of. */
async function following(before: FamilyRequest, { asked }: FamilyYears): Promise<Student["next"]> {
  const { byYear } = await catalogueSnapshot();
  const [had, offered] = [byYear.get(before.schoolYearId), asked && byYear.get(asked.id)];
  if (before.state !== "accepted" || !had || !offered) return;
  const next = nextCourse(
    before.place,
    { specialities: had.specialities.items, syllabi: had.syllabi.items },
    { specialities: offered.specialities.items, syllabi: offered.syllabi.items },
  );
  return next && { ...next, facts: next.syllabus && syllabusFacts(next.syllabus, next.speciality?.id) };
}

/** A student's next place as a form says it: what was on the page is what is asked for. */
export const stayOf = ({ id, next }: Pick<Student, "id" | "next">): string =>
  [id, next?.speciality?.id ?? "-", next?.syllabus?.id ?? "-"].join(" ");
