import { findNeedingDesk, getRenewalDeadline, listRenewals } from "@/lib/admission/renewal/queries";
import { calculateCourseMinutes, calculateCoursePrice, getTariff } from "@/lib/catalogue/course-price";
import { getAgeAtStart, getCatalogueSnapshot, listEnrollableYears } from "@/lib/catalogue/queries";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { combinePlaces, createPlaceNamer, getPlaceNames, NO_PLACE } from "@/lib/decisions/place";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { listEnrollablePeople } from "@/lib/enrollment/enroll/existing-family";
import { getEnrollmentWindow } from "@/lib/enrollment/rules";
import { isEnded } from "@/lib/enrollment/states";
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
import { getSchoolToday, getSettings, type Settings } from "@/lib/school/settings";
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
  const leaving = await findLeavingStudents([...people.keys()], years.requestedYear);
  const start = (years.requestedYear ?? years.previousYear)?.start_school_year;
  const students = [...people].map(async ([id, person]) => {
    const [previous, requested] = [years.previousYear, years.requestedYear].map((year) =>
      requests.find(({ studentId, schoolYearId }) => studentId === id && schoolYearId === year?.id),
    );
    const canEnroll = actingIds.has(id);
    const renews =
      years.requestedYear !== undefined && canEnroll && previous?.state === "accepted" && !requested;
    const birthDate = person.birthDate ? toDay(person.birthDate) : undefined;
    const age = birthDate && start ? getAgeAtStart(birthDate, start, school.course_age) : undefined;
    return {
      id,
      name: person.name ?? person.surname ?? "",
      fullName: formatName(person),
      birthDate,
      isOwn: id === personId,
      /** Whether the person may enroll the student; other guardians and children only read. */
      canEnroll,
      age,
      previous,
      requested,
      isLeaving: leaving.has(id),
      /** Has the earlier year's place, and can ask for the year in question. */
      renews,
      /** The course after the place; undefined when the family must choose. */
      next: renews ? await findNextPlace(previous, age, years, school.price_period, locale) : undefined,
    };
  });
  return {
    ...years,
    /** Last day of the renewal (admission 14). */
    renewal: years.requestedYear && (await getRenewalDeadline(prisma(), years.requestedYear.id, today)),
    students: (await Promise.all(students)).sort(compareBirth),
  };
}

export const listRenewingStudents = ({ students }: FamilyOverview) =>
  students.filter(({ next, isLeaving }) => next && !isLeaving);

export const renewingShown = (family: FamilyOverview) =>
  Object.fromEntries(
    listRenewingStudents(family).map((student) => [
      `student-${student.id}`,
      {
        name: student.name,
        next: [formatRenewal(student), student.next?.names, student.next?.price],
        year: [family.requestedYear?.id, family.renewal],
      },
    ]),
  );

/** Whether sign-in leads to the family page: a student can renew and nobody has answered. */
export async function isInvitedToRenew(personId: string, now: Date): Promise<boolean> {
  const { students } = await readFamilyOverview(personId, now, "es");
  return students.some((row) => row.canEnroll && row.previous && !row.requested && !row.isLeaving);
}

/** Active enrollments of the students whom a person enrolls, is, or is a guardian of; not of adult children. */
async function listFamilyEnrollments(
  personId: string,
  { previousYear, requestedYear }: FamilyYears,
  today: Day,
  locale: string,
) {
  const rows = await prisma().enrollment.findMany({
    where: {
      ...whereVisibleTo(personId),
      schoolYearId: { in: [previousYear, requestedYear].flatMap((year) => year?.id ?? []) },
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
    const role = getFamilyRole(row, personId, today);
    if (role === "former") return [];
    const [first] = combinePlaces(
      specialityChoices.map(({ specialityId }) => specialityId),
      syllabusChoices.map(({ syllabusId }) => syllabusId),
    );
    const notified =
      row.state === "accepted" || row.state === "waiting" ? await getNotifiedPlace(prisma(), id) : first;
    const place = notified ?? NO_PLACE;
    return {
      ...row,
      role,
      /** The notified place or waiting list, else the first choice. */
      place,
      names: (await createPlaceNamer(row.schoolYearId, locale))(place),
    };
  });
  return (await Promise.all(enrollments)).flat();
}

async function findNextPlace(
  previous: FamilyEnrollment,
  age: number | undefined,
  { requestedYear }: FamilyYears,
  period: Settings["price_period"],
  locale: string,
) {
  const { byYear } = await getCatalogueSnapshot();
  if (!requestedYear) return;
  const [catalogue, nextCatalogue] = [byYear.get(previous.schoolYearId), byYear.get(requestedYear.id)];
  if (!catalogue || !nextCatalogue) return;
  const next = findNextCourse(
    previous.place,
    { specialities: catalogue.specialities.items, syllabi: catalogue.syllabi.items },
    { specialities: nextCatalogue.specialities.items, syllabi: nextCatalogue.syllabi.items },
    age,
  );
  if (!next) return;
  const { speciality, syllabus } = next;
  const placeNames = await getPlaceNames(
    requestedYear.id,
    { specialityId: speciality?.id ?? null, syllabusId: syllabus?.id ?? null },
    locale,
  );
  return {
    ...next,
    names: [placeNames.speciality, placeNames.syllabus].filter(Boolean).join(", "),
    instrument: placeNames.speciality,
    price: syllabus && calculateCoursePrice(syllabus, getTariff(requestedYear, period), speciality?.id),
    weekly: syllabus && calculateCourseMinutes(syllabus, speciality?.id),
  };
}

/** The year that families can request now, the one before it (else the current one), and the next that is not open yet. */
async function getFamilyYears(today: Day) {
  const { schoolYears } = await getCatalogueSnapshot();
  const current = listEnrollableYears(schoolYears, today);
  const renewals = await listRenewals(today);
  const isOpen = (year: SchoolYear) => getEnrollmentWindow(year, today) === "open";
  const requestedYear = current.findLast((year) => isOpen(year) || renewals.has(year.id));
  const index = schoolYears.findIndex(({ id }) => id === (requestedYear ?? current[1])?.id);
  return {
    requestedYear,
    isOpen: requestedYear !== undefined && isOpen(requestedYear),
    previousYear: requestedYear ? schoolYears[index - 1] : current[0],
    upcomingYear: current.find(
      (year) => year !== requestedYear && getEnrollmentWindow(year, today) === "not-yet",
    ),
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

/** The student of an enrollment of the year before who may renew; undefined outside of a renewal. */
export async function findRenewable(personId: string, reference: string, now: Date, locale: string) {
  const { requestedYear, students } = await readFamilyOverview(personId, now, locale);
  const student = students.find(({ canEnroll, previous }) => canEnroll && previous?.reference === reference);
  return student && requestedYear && !student.requested ? { student, requestedYear } : undefined;
}

type RenewingStudent = FamilyStudent & { previous: NonNullable<FamilyStudent["previous"]> };

/**
 * What the link of a renewal mail asks (admission 14), and of which students: not those handled by the desk, without a birth date, or with
 * a guardian kept apart.
 */
export async function readRenewalRequest(personId: string, now: Date, locale: string) {
  const family = await readFamilyOverview(personId, now, locale);
  const { requestedYear } = family;
  const until = requestedYear && (await getRenewalDeadline(prisma(), requestedYear.id));
  if (!until) return readEndedRenewal(family.upcomingYear, family.students);
  const renewing = family.students.filter(isRenewing);
  if (renewing.length === 0) return;
  const desk = await findNeedingDesk(renewing.map(({ id }) => id));
  const students = renewing.filter(({ id }) => !desk.has(id));
  const hasAnswered = (student: FamilyStudent) => student.isLeaving || student.requested !== undefined;
  return {
    requestedYear,
    until,
    /** Then renewal continues in the account. */
    isOver: until < (await getSchoolToday(now)),
    /** Day from which the year can be requested again, if that is not yet possible. */
    opens: undefined,
    open: students.filter((student) => !hasAnswered(student)),
    answered: students.filter(hasAnswered),
  };
}

const noStudents: Record<"open" | "answered", RenewingStudent[]> = { open: [], answered: [] };

/** After the deadline, before the public form opens. */
async function readEndedRenewal(requestedYear: SchoolYear | undefined, students: FamilyStudent[]) {
  const until = requestedYear && (await getRenewalDeadline(prisma(), requestedYear.id));
  if (!until || !students.some(({ canEnroll, previous, requested }) => canEnroll && (requested ?? previous)))
    return;
  return { requestedYear, until, isOver: true, opens: requestedYear.start_enrollment, ...noStudents };
}

const isRenewing = (student: FamilyStudent): student is RenewingStudent =>
  student.canEnroll && (student.previous?.state === "accepted" || student.previous?.state === "waiting");
