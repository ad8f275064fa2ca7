import { getRenewalDeadline } from "@/lib/admission/renewal";
import { listEnrollableYears } from "@/lib/catalogue/queries";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { getCatalogueSnapshot } from "@/lib/catalogue/snapshot";
import { listEnrollablePeople } from "@/lib/enrollment/enrollable";
import { getEnrollmentWindow } from "@/lib/enrollment/windows";
import { type Day, toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { type FamilyYears, listFamilyEnrollments } from "./family-requests";
import { type FamilyStudent, formatRenewal, createFamilyStudent } from "./family-student";

export type FamilyOverview = FamilyYears & {
  /** Everybody whom a person enrolls, and whose requests they see; the youngest last. */
  students: FamilyStudent[];
  /** Until when the school asks those with a place whether they go on (admission 14). */
  renewal: Day | undefined;
};

/**
 * What a signed-in person's family has this year, and what would follow (families 34). Whoever is kept apart, or has
 * not confirmed, sees nobody of whom they are not the first guardian.
 */
export async function readFamilyOverview(personId: string, now: Date): Promise<FamilyOverview> {
  const school = await getSettings();
  const today = getToday(school.time_zone, now);
  const years = await getFamilyYears(today);
  const [enrollable, requests] = await Promise.all([
    listEnrollablePeople(personId, today),
    listFamilyEnrollments(personId, years, today),
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
    students: (await Promise.all(students.map((make) => make(years, school)))).sort(byAge),
  };
}

/** Who goes on by one press. */
export const goingOn = ({ students }: FamilyOverview) => students.filter(({ next, leaves }) => next && !leaves);

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
  const { students } = await readFamilyOverview(personId, now);
  return students.some(({ acts, before, asked, leaves }) => acts && before && !asked && !leaves);
}

export async function getFamilyYears(today: Day): Promise<FamilyYears> {
  const { schoolYears } = await getCatalogueSnapshot();
  const current = listEnrollableYears(schoolYears, today);
  const asked = current.findLast((year) => getEnrollmentWindow(year, today) === "open");
  const at = schoolYears.findIndex(({ id }) => id === (asked ?? current[1])?.id);
  return {
    asked,
    before: asked ? schoolYears[at - 1] : current[0],
    later: current.find((year) => getEnrollmentWindow(year, today) === "not-yet"),
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

const byAge = (one: FamilyStudent, other: FamilyStudent) =>
  (other.age ?? Infinity) - (one.age ?? Infinity) || one.name.localeCompare(other.name);
