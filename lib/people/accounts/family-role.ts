import type { Prisma } from "@/generated/prisma/client";
import { type Day, getAge, toDay } from "@/lib/platform/dates";

type Child = { name: string; birthDate: Day | undefined };

/**
 * A person's role in an enrollment: `sender` acts for it (the first guardian of a minor; from the eighteenth birthday
 * on the student), `student` is a minor who only reads, `guardian` the second guardian, `former` the guardian of an
 * adult.
 */
type FamilyRole = "sender" | "student" | "guardian" | "former";

/** The guardianships that give rights: the first one, and a confirmed second one that the desk does not keep apart. */
export const whereActiveGuardian = (personId: string) =>
  ({
    guardianId: personId,
    deniedAt: null,
    OR: [{ position: 1 }, { confirmedAt: { not: null }, keptApart: false }],
  }) satisfies Prisma.GuardianshipWhereInput;

/** The enrollments that a person may see; every page of the account filters by this. */
export const whereVisibleTo = (personId: string) =>
  ({
    OR: [{ studentId: personId }, { student: { guardians: { some: whereActiveGuardian(personId) } } }],
  }) satisfies Prisma.EnrollmentWhereInput;

/** The columns that `getFamilyRole` needs, and the student's name. */
export const createRoleColumns = (personId: string) =>
  ({
    studentId: true,
    student: {
      select: {
        name: true,
        surname: true,
        birthDate: true,
        guardians: { where: whereActiveGuardian(personId), select: { position: true } },
      },
    },
  }) satisfies Prisma.EnrollmentSelect;

type RoleRow = {
  studentId: string;
  student: { birthDate: Date | null; guardians: { position: number }[] };
};

/** A person's role in an enrollment of `whereVisibleTo`, on a day in the school's time zone. */
export function getFamilyRole({ studentId, student }: RoleRow, personId: string, today: Day): FamilyRole {
  const adult = !isMinor(student.birthDate, today);
  if (studentId === personId) return adult ? "sender" : "student";
  if (adult) return "former";
  return student.guardians.some(({ position }) => position === 1) ? "sender" : "guardian";
}

/** Whether a person is younger than 18; false without a birth date. */
export const isMinor = (birthDate: Date | null, today: Day): boolean =>
  birthDate !== null && getAge(toDay(birthDate), today) < 18;

/** The order of children on every page: by birth date, those without one last. */
export const compareBirth = (a: Child, b: Child) =>
  (a.birthDate ?? "9999").localeCompare(b.birthDate ?? "9999") || a.name.localeCompare(b.name);

export const formatName = ({ name, surname }: { name: string | null; surname: string | null }) =>
  [name, surname].filter(Boolean).join(" ");
