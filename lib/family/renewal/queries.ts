import { getRenewalDeadline, listRenewals } from "@/lib/admission/renewal/verbs";
import {
  calculateCourseMinutes,
  calculateCoursePrice,
  getTariff,
  listSpecialityIds,
  type Price,
} from "@/lib/catalogue/course-price";
import { getAgeAtStart, getCatalogueSnapshot, listEnrollableYears } from "@/lib/catalogue/queries";
import type { CatalogueSyllabus, SchoolYear, Speciality } from "@/lib/catalogue/schema";
import { canStart } from "@/lib/catalogue/suggest-courses";
import { combinePlaces, getPlaceNames, type Place } from "@/lib/decisions/place";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { listEnrollablePeople } from "@/lib/enrollment/enroll/existing-family";
import { getEnrollmentWindow } from "@/lib/enrollment/rules";
import { isEnded, type State } from "@/lib/enrollment/states";
import { getVisibleRank } from "@/lib/family/account/queries";
import { findOwnRound } from "@/lib/family/round/queries";
import {
  createRoleColumns,
  type FamilyRole,
  getFamilyRole,
  whereVisibleTo,
} from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings, type Settings } from "@/lib/school/settings";

/** The school year for which a family is asked, the one before it, and the one that cannot be had yet. */
export type FamilyYears = {
  before: SchoolYear | undefined;
  /** The last that takes requests now, or is asked about by its renewal; undefined while none is. */
  asked: SchoolYear | undefined;
  /** Whether the public form takes requests for it, and not only the renewal. */
  isOpen: boolean;
  later: SchoolYear | undefined;
};

/** A request that stands, as its family knows it. */
export type FamilyEnrollment = {
  studentId: string;
  student: { name: string | null; surname: string | null; birthDate: Date | null };
  schoolYearId: number;
  reference: string;
  state: State;
  part: FamilyRole;
  /** What was told: given or waited for; what was wished for first while nothing is. */
  place: Place;
  /** Its names, those of the speciality first. */
  names: string;
  rank: number | undefined;
  /** Whether a round gives its place, or did. */
  inRound: boolean;
};

/** What a school year offers. */
type Offer = { specialities: Speciality[]; syllabi: CatalogueSyllabus[] };

/** What a student would go on with; a school that gives places by speciality alone names no course. */
type NextCourse = { speciality: Speciality | undefined; syllabus: CatalogueSyllabus | undefined };

/**
 * What follows the place that somebody was given (families 34): the course after it in its degree, else the first of
 * the next degree, with the same speciality, by its code or else by its name.
 *
 * @param given a place of the year `before`
 * @param age when the next year begins; within a degree one goes on at any age
 * @returns undefined where nothing of the next year follows, or several things do: then the family is asked
 */
export function findNextCourse(
  given: Place,
  before: Offer,
  next: Offer,
  age?: number,
): NextCourse | undefined {
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

/** A student on the page of their family. */
export type FamilyStudent = {
  id: string;
  name: string;
  /** First name and surname. */
  fullName: string;
  birthDate: Day | undefined;
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

/** A student's next place as a form says it: what was on the page is what is asked for. */
export const formatRenewal = ({ id, next }: Pick<FamilyStudent, "id" | "next">): string =>
  [id, next?.speciality?.id ?? "-", next?.syllabus?.id ?? "-"].join(" ");

export type FamilyOverview = FamilyYears & {
  /** Everybody whom a person enrolls, and whose requests they see; the first born first. */
  students: FamilyStudent[];
  /** Until when the school asks those with a place whether they go on (admission 14). */
  renewal: Day | undefined;
};

type Next = NextCourse & {
  /** Its names, those of the speciality first. */
  names: string;
  /** The speciality's alone. */
  instrument: string | undefined;
  price: Price | undefined;
  weeklyMinutes: number | undefined;
};

type Known = Omit<FamilyStudent, "age" | "before" | "asked" | "next"> & {
  requests: FamilyEnrollment[];
};

/** A student with what they have, and what would follow in the year that is asked about. */
const createFamilyStudent =
  ({ requests, ...who }: Known) =>
  async (
    years: FamilyYears,
    { course_age, price_period }: Settings,
    locale: string,
  ): Promise<FamilyStudent> => {
    const of = (year: { id: number } | undefined) =>
      requests.find(({ schoolYearId }) => schoolYearId === year?.id);
    const [before, asked] = [of(years.before), of(years.asked)];
    const begins = (years.asked ?? years.before)?.start_school_year;
    const age = who.birthDate && begins ? getAgeAtStart(who.birthDate, begins, course_age) : undefined;
    return {
      ...who,
      age,
      before,
      asked,
      next:
        before && !asked && who.acts
          ? await findNextPlace(before, age, years, price_period, locale)
          : undefined,
    };
  };

/**
 * What a signed-in person's family has this year, and what would follow (families 34). Whoever is kept apart, or has
 * not confirmed, sees nobody of whom they are not the first guardian.
 *
 * @param locale in which courses are named: of a form, that of its page
 */
export async function readFamilyOverview(
  personId: string,
  now: Date,
  locale: string,
): Promise<FamilyOverview> {
  const school = await getSettings();
  const today = getToday(school.time_zone, now);
  const years = await getFamilyYears(today);
  const [enrollable, requests] = await Promise.all([
    listEnrollablePeople(personId, today),
    listFamilyEnrollments(personId, years, today, locale),
  ]);
  const acting = new Set(enrollable.map(({ person }) => person.id));
  const asking = enrollable.filter(
    ({ isOwn, person }) => !isOwn || requests.some(({ studentId }) => studentId === person.id),
  );
  const people = new Map([
    ...requests.map(({ studentId, student }) => [studentId, student] as const),
    ...asking.map(({ person }) => [person.id, person] as const),
  ]);
  const left = await findLeavingStudents([...people.keys()], years.asked);
  const students = [...people].map(([id, { name, surname, birthDate }]) =>
    createFamilyStudent({
      id,
      name: name ?? surname ?? "",
      fullName: [name, surname].filter(Boolean).join(" "),
      isOwn: id === personId,
      acts: acting.has(id),
      birthDate: birthDate ? toDay(birthDate) : undefined,
      leaves: left.has(id),
      requests: requests.filter(({ studentId }) => studentId === id),
    }),
  );
  return {
    ...years,
    renewal: years.asked && (await getRenewalDeadline(prisma(), years.asked.id, today)),
    students: (await Promise.all(students.map((make) => make(years, school, locale)))).sort(compareBirth),
  };
}

/** Who goes on by one press. */
export const goingOn = ({ students }: FamilyOverview) =>
  students.filter(({ next, leaves }) => next && !leaves);

/** What the press displays of each of them, by the heading of their card. */
export const goingOnShown = (family: FamilyOverview) =>
  Object.fromEntries(
    goingOn(family).map((student) => [
      `student-${student.id}`,
      {
        name: student.name,
        next: [formatRenewal(student), student.next?.names, student.next?.price],
        asked: [family.asked?.id, family.renewal],
      },
    ]),
  );

/** Whether signing in leads to the page of the family first: somebody could go on, and nobody has said yet. */
export async function isInvitedToRenew(personId: string, now: Date): Promise<boolean> {
  const { students } = await readFamilyOverview(personId, now, "es");
  return students.some(({ acts, before, asked, leaves }) => acts && before && !asked && !leaves);
}

/** What stands for these years of whoever a person acts for, is, or is a guardian of; not of who came of age. */
async function listFamilyEnrollments(
  personId: string,
  { before, asked }: FamilyYears,
  today: Day,
  locale: string,
): Promise<FamilyEnrollment[]> {
  const { studentId, student } = createRoleColumns(personId);
  const rows = await prisma().enrollment.findMany({
    where: {
      ...whereVisibleTo(personId),
      schoolYearId: { in: [before, asked].flatMap((year) => year?.id ?? []) },
    },
    select: {
      id: true,
      reference: true,
      schoolYearId: true,
      state: true,
      decidedState: true,
      studentId,
      student: { select: { ...student.select, name: true, surname: true } },
      specialityChoices: { orderBy: { option: "asc" }, select: { specialityId: true } },
      syllabusChoices: { orderBy: { option: "asc" }, select: { syllabusId: true } },
    },
  });
  const standing = rows.filter(({ state, decidedState }) => !isEnded(state) || !isEnded(decidedState));
  const seen = standing.map(async ({ id, specialityChoices, syllabusChoices, ...row }) => {
    const part = getFamilyRole(row, personId, today);
    if (part === "former") return [];
    const [wish] = combinePlaces(
      specialityChoices.map(({ specialityId }) => specialityId),
      syllabusChoices.map(({ syllabusId }) => syllabusId),
    );
    const told =
      row.state === "accepted" || row.state === "waiting" ? await getNotifiedPlace(prisma(), id) : wish;
    const place = told ?? { specialityId: null, syllabusId: null };
    const { speciality, syllabus } = await getPlaceNames(row.schoolYearId, place, locale);
    return {
      ...row,
      part,
      place,
      names: [speciality, syllabus].filter(Boolean).join(", "),
      inRound: (await findOwnRound(prisma(), { id, ...row })) !== null,
      rank: row.state === "waiting" ? await getVisibleRank(row.reference) : undefined,
    };
  });
  return (await Promise.all(seen)).flat();
}

/** The one of the same code, where there is one; else of the same name. */
function findSameSpeciality({ code, name }: Speciality, among: Speciality[]): Speciality | undefined {
  const coded = code === null ? [] : among.filter((one) => one.code === code);
  const found = coded.length > 0 ? coded : among.filter((one) => one.name === name);
  return found.length === 1 ? found[0] : undefined;
}

/** Of all courses that either year knows, so that one which is not offered any more is not passed over. */
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

/** What follows a place that the family was told of. */
async function findNextPlace(
  before: FamilyEnrollment,
  age: number | undefined,
  { asked }: FamilyYears,
  period: Settings["price_period"],
  locale: string,
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
  const named = await getPlaceNames(asked.id, placeOf(next), locale);
  return {
    ...next,
    names: [named.speciality, named.syllabus].filter(Boolean).join(", "),
    instrument: named.speciality,
    price: syllabus && calculateCoursePrice(syllabus, getTariff(asked, period), speciality?.id),
    weeklyMinutes: syllabus && calculateCourseMinutes(syllabus, speciality?.id).minutes,
  };
}

const placeOf = ({ speciality, syllabus }: NextCourse): Place => ({
  specialityId: speciality?.id ?? null,
  syllabusId: syllabus?.id ?? null,
});

async function getFamilyYears(today: Day): Promise<FamilyYears> {
  const { schoolYears } = await getCatalogueSnapshot();
  const current = listEnrollableYears(schoolYears, today);
  const renewals = await listRenewals(today);
  const isOpen = (year: SchoolYear) => getEnrollmentWindow(year, today) === "open";
  const asked = current.findLast((year) => isOpen(year) || renewals.has(year.id));
  const at = schoolYears.findIndex(({ id }) => id === (asked ?? current[1])?.id);
  return {
    asked,
    isOpen: asked !== undefined && isOpen(asked),
    before: asked ? schoolYears[at - 1] : current[0],
    later: current.find((year) => year !== asked && getEnrollmentWindow(year, today) === "not-yet"),
  };
}

/** Who does not go on, as their family has said. */
async function findLeavingStudents(students: string[], year: SchoolYear | undefined): Promise<Set<string>> {
  if (!year) return new Set();
  const rows = await prisma().goingOn.findMany({
    where: { studentId: { in: students }, schoolYearId: year.id, answer: "leave" },
    select: { studentId: true },
  });
  return new Set(rows.map(({ studentId }) => studentId));
}

type Born = { name: string; birthDate: Day | undefined };

/** The order of children on every page: of birth; who has no birth date is the last. */
export const compareBirth = (one: Born, other: Born) =>
  (one.birthDate ?? "9999").localeCompare(other.birthDate ?? "9999") || one.name.localeCompare(other.name);
