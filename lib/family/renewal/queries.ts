import { getRenewalDeadline, listRenewals } from "@/lib/admission/renewal/verbs";
import { calculateCourseMinutes, calculateCoursePrice, getTariff } from "@/lib/catalogue/course-price";
import { getAgeAtStart, getCatalogueSnapshot, listEnrollableYears } from "@/lib/catalogue/queries";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { combinePlaces, getPlaceNames } from "@/lib/decisions/place";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { listEnrollablePeople } from "@/lib/enrollment/enroll/existing-family";
import { getEnrollmentWindow } from "@/lib/enrollment/rules";
import { isEnded } from "@/lib/enrollment/states";
import { getVisibleRank } from "@/lib/family/queries";
import { findOwnRound } from "@/lib/family/round/queries";
import {
  compareBirth,
  createRoleColumns,
  formatName,
  getFamilyRole,
  whereVisibleTo,
} from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings, type Settings } from "@/lib/school/settings";
import { findNextCourse } from "./next-course";

type FamilyYears = Awaited<ReturnType<typeof getFamilyYears>>;

type FamilyEnrollment = Awaited<ReturnType<typeof listFamilyEnrollments>>[number];

export type FamilyOverview = Awaited<ReturnType<typeof readFamilyOverview>>;

export type FamilyStudent = FamilyOverview["students"][number];

/** A student's next place as the form posts it; it must match what the page showed. */
export const formatRenewal = ({ id, next }: Pick<FamilyStudent, "id" | "next">): string =>
  [id, next?.speciality?.id ?? "-", next?.syllabus?.id ?? "-"].join(" ");

/**
 * The family's places of this year and the next (families 34). People kept apart, or not confirmed, see only their own
 * children as first guardian.
 * @param locale of the course names
 */
export async function readFamilyOverview(personId: string, now: Date, locale: string) {
  const school = await getSettings();
  const today = getToday(school.time_zone, now);
  const years = await getFamilyYears(today);
  const [enrollable, requests] = await Promise.all([
    listEnrollablePeople(personId, today),
    listFamilyEnrollments(personId, years, today, locale),
  ]);
  const actingIds = new Set(enrollable.map(({ person }) => person.id));
  const requestable = enrollable.filter(
    ({ isOwn, person }) => !isOwn || requests.some(({ studentId }) => studentId === person.id),
  );
  const people = new Map<string, { name: string | null; surname: string | null; birthDate: Date | null }>([
    ...requests.map(({ studentId, student }) => [studentId, student] as const),
    ...requestable.map(({ person }) => [person.id, person] as const),
  ]);
  const leaving = await findLeavingStudents([...people.keys()], years.asked);
  const start = (years.asked ?? years.before)?.start_school_year;
  const students = [...people].map(async ([id, person]) => {
    const [before, asked] = [years.before, years.asked].map((year) =>
      requests.find(({ studentId, schoolYearId }) => studentId === id && schoolYearId === year?.id),
    );
    const acts = actingIds.has(id);
    const birthDate = person.birthDate ? toDay(person.birthDate) : undefined;
    const age = birthDate && start ? getAgeAtStart(birthDate, start, school.course_age) : undefined;
    return {
      id,
      name: person.name ?? person.surname ?? "",
      fullName: formatName(person),
      birthDate,
      isOwn: id === personId,
      /** Whether the person enrolls the student; other guardians and children only look. */
      acts,
      age,
      before,
      asked,
      leaves: leaving.has(id),
      /** The course after the place; undefined when the family must choose. */
      next:
        before && !asked && acts
          ? await findNextPlace(before, age, years, school.price_period, locale)
          : undefined,
    };
  });
  return {
    ...years,
    /** Last day of the renewal (admission 14). */
    renewal: years.asked && (await getRenewalDeadline(prisma(), years.asked.id, today)),
    students: (await Promise.all(students)).sort(compareBirth),
  };
}

export const goingOn = ({ students }: FamilyOverview) =>
  students.filter(({ next, leaves }) => next && !leaves);

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

/** Whether sign-in leads to the family page: a student can renew and nobody has answered. */
export async function isInvitedToRenew(personId: string, now: Date): Promise<boolean> {
  const { students } = await readFamilyOverview(personId, now, "es");
  return students.some(({ acts, before, asked, leaves }) => acts && before && !asked && !leaves);
}

/** Active enrollments of the students whom a person enrolls, is, or is a guardian of; not of adult children. */
async function listFamilyEnrollments(
  personId: string,
  { before, asked }: FamilyYears,
  today: Day,
  locale: string,
) {
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
      ...createRoleColumns(personId),
      specialityChoices: { orderBy: { option: "asc" }, select: { specialityId: true } },
      syllabusChoices: { orderBy: { option: "asc" }, select: { syllabusId: true } },
    },
  });
  const active = rows.filter(({ state, decidedState }) => !isEnded(state) || !isEnded(decidedState));
  const enrollments = active.map(async ({ id, specialityChoices, syllabusChoices, ...row }) => {
    const part = getFamilyRole(row, personId, today);
    if (part === "former") return [];
    const [wish] = combinePlaces(
      specialityChoices.map(({ specialityId }) => specialityId),
      syllabusChoices.map(({ syllabusId }) => syllabusId),
    );
    const notified =
      row.state === "accepted" || row.state === "waiting" ? await getNotifiedPlace(prisma(), id) : wish;
    const place = notified ?? { specialityId: null, syllabusId: null };
    const { speciality, syllabus } = await getPlaceNames(row.schoolYearId, place, locale);
    return {
      ...row,
      part,
      /** The notified place or waiting list, else the first choice. */
      place,
      names: [speciality, syllabus].filter(Boolean).join(", "),
      inRound: (await findOwnRound(prisma(), { id, ...row })) !== null,
      rank: row.state === "waiting" ? await getVisibleRank(row.reference) : undefined,
    };
  });
  return (await Promise.all(enrollments)).flat();
}

async function findNextPlace(
  before: FamilyEnrollment,
  age: number | undefined,
  { asked }: FamilyYears,
  period: Settings["price_period"],
  locale: string,
) {
  const { byYear } = await getCatalogueSnapshot();
  if (before.state !== "accepted" || !asked) return;
  const [catalogue, nextCatalogue] = [byYear.get(before.schoolYearId), byYear.get(asked.id)];
  if (!catalogue || !nextCatalogue) return;
  const next = findNextCourse(
    before.place,
    { specialities: catalogue.specialities.items, syllabi: catalogue.syllabi.items },
    { specialities: nextCatalogue.specialities.items, syllabi: nextCatalogue.syllabi.items },
    age,
  );
  if (!next) return;
  const { speciality, syllabus } = next;
  const placeNames = await getPlaceNames(
    asked.id,
    { specialityId: speciality?.id ?? null, syllabusId: syllabus?.id ?? null },
    locale,
  );
  return {
    ...next,
    names: [placeNames.speciality, placeNames.syllabus].filter(Boolean).join(", "),
    instrument: placeNames.speciality,
    price: syllabus && calculateCoursePrice(syllabus, getTariff(asked, period), speciality?.id),
    weeklyMinutes: syllabus && calculateCourseMinutes(syllabus, speciality?.id).minutes,
  };
}

/** The current school year, the one to request, and the next that is not open yet. */
async function getFamilyYears(today: Day) {
  const { schoolYears } = await getCatalogueSnapshot();
  const current = listEnrollableYears(schoolYears, today);
  const renewals = await listRenewals(today);
  const isOpen = (year: SchoolYear) => getEnrollmentWindow(year, today) === "open";
  const asked = current.findLast((year) => isOpen(year) || renewals.has(year.id));
  const index = schoolYears.findIndex(({ id }) => id === (asked ?? current[1])?.id);
  return {
    asked,
    isOpen: asked !== undefined && isOpen(asked),
    before: asked ? schoolYears[index - 1] : current[0],
    later: current.find((year) => year !== asked && getEnrollmentWindow(year, today) === "not-yet"),
  };
}

async function findLeavingStudents(students: string[], year: SchoolYear | undefined): Promise<Set<string>> {
  if (!year) return new Set();
  const rows = await prisma().goingOn.findMany({
    where: { studentId: { in: students }, schoolYearId: year.id, answer: "leave" },
    select: { studentId: true },
  });
  return new Set(rows.map(({ studentId }) => studentId));
}
