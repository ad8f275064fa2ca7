import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { createRoleColumns, type FamilyRole, getFamilyRole, isMinor, whereVisibleTo } from "./family-role";

const columns = {
  id: true,
  reference: true,
  state: true,
  createdAt: true,
  answerBy: true,
  keepsPlaceAt: true,
  toldVersion: true,
  schoolYearId: true,
  schoolYear: { select: { year: true } },
} satisfies Prisma.EnrollmentSelect;

export type AccountEnrollment = Prisma.EnrollmentGetPayload<{ select: typeof columns }> & {
  studentId: string;
  /** First name and surname. */
  studentName: string;
  birthDate: Day | undefined;
  part: FamilyRole;
};

export type AccountView = {
  email: string;
  name: string | null;
  surname: string | null;
  /** A minor may read and change nothing. */
  isMinor: boolean;
  /** The person's own, and those of the children of a guardian; newest first. */
  enrollments: AccountEnrollment[];
};

/** The data of a signed-in person's account. */
export async function readAccount(personId: string, now: Date = new Date()): Promise<AccountView> {
  const [{ birthDate, ...person }, rows, { time_zone }] = await Promise.all([
    prisma().person.findUniqueOrThrow({
      where: { id: personId },
      select: { email: true, name: true, surname: true, birthDate: true },
    }),
    prisma().enrollment.findMany({
      where: whereVisibleTo(personId),
      orderBy: { createdAt: "desc" },
      select: select(personId),
    }),
    getSettings(),
  ]);
  const today = getToday(time_zone, now);
  const enrollments = rows.map(({ studentId, student, ...row }) => ({
    ...row,
    studentId,
    studentName: [student.name, student.surname].filter(Boolean).join(" "),
    birthDate: student.birthDate ? toDay(student.birthDate) : undefined,
    part: getFamilyRole({ studentId, student }, personId, today),
  }));
  return { ...person, isMinor: isMinor(birthDate, today), enrollments };
}

function select(personId: string) {
  const { studentId, student } = createRoleColumns(personId);
  return { ...columns, studentId, student: { select: { ...student.select, name: true, surname: true } } };
}

/** Whether a person has a password, or signs in only by links. */
export async function hasPassword(personId: string): Promise<boolean> {
  const account = await prisma().account.findUnique({ where: { personId }, select: { hasPassword: true } });
  return account?.hasPassword ?? false;
}
