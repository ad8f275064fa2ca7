import type { Prisma } from "@/generated/prisma/client";
import { type Day, getAge, toDay } from "@/lib/platform/dates";

/**
 * What somebody is to an enrollment. `sender` acts for it: the first guardian while the student is a
 * minor, from the eighteenth birthday on the student. `student` is a minor who looks, `guardian` the other
 * one, `former` a guardian whose child has come of age.
 */
export type FamilyRole = "sender" | "student" | "guardian" | "former";

/** The guardianships that give a person a right: the first one's, and a confirmed one without the desk's mark. */
export const whereActiveGuardian = (personId: string) =>
  ({
    guardianId: personId,
    deniedAt: null,
    OR: [{ position: 1 }, { confirmedAt: { not: null }, keptApart: false }],
  }) satisfies Prisma.GuardianshipWhereInput;

/** The enrollments that a person has anything to do with; no page asks for another. */
export const whereVisibleTo = (personId: string) =>
  ({
    OR: [{ studentId: personId }, { student: { guardians: { some: whereActiveGuardian(personId) } } }],
  }) satisfies Prisma.EnrollmentWhereInput;

/** What `partOf` needs to know of an enrollment. */
export const createRoleColumns = (personId: string) =>
  ({
    studentId: true,
    student: {
      select: {
        birthDate: true,
        guardians: { where: whereActiveGuardian(personId), select: { position: true } },
      },
    },
  }) satisfies Prisma.EnrollmentSelect;

type PartRow = {
  studentId: string;
  student: { birthDate: Date | null; guardians: { position: number }[] };
};

/** A person's part in an enrollment that `whereVisibleTo` has found, on the school's calendar day. */
export function getFamilyRole({ studentId, student }: PartRow, personId: string, today: Day): FamilyRole {
  const adult = !isMinor(student.birthDate, today);
  if (studentId === personId) return adult ? "sender" : "student";
  if (adult) return "former";
  return student.guardians.some(({ position }) => position === 1) ? "sender" : "guardian";
}

/** Whether guardians act for somebody; without a birth date nobody does. */
export const isMinor = (birthDate: Date | null, today: Day): boolean =>
  birthDate !== null && getAge(toDay(birthDate), today) < 18;
