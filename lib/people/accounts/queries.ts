import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { createRoleColumns, type FamilyRole, getFamilyRole, isMinor, whereVisibleTo } from "./family-role";

const shown = {
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

export type AccountEnrollment = Prisma.EnrollmentGetPayload<{ select: typeof shown }> & {
  student: { name: string | null; surname: string | null };
  part: FamilyRole;
};

export type AccountView = {
  email: string;
  name: string | null;
  surname: string | null;
  /** Who is under age looks, and changes nothing. */
  isMinor: boolean;
  /** The person's own and, for a guardian, each child's; the newest first. */
  enrollments: AccountEnrollment[];
};

/** What a signed-in person sees: their own enrollments and those of the children they are guardian of. */
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
    student: { name: student.name, surname: student.surname },
    part: getFamilyRole({ studentId, student }, personId, today),
  }));
  return { ...person, isMinor: isMinor(birthDate, today), enrollments };
}

function select(personId: string) {
  const { studentId, student } = createRoleColumns(personId);
  return { ...shown, studentId, student: { select: { ...student.select, name: true, surname: true } } };
}

/** Whether somebody has chosen a password, or signs in by links alone. */
export async function hasPassword(personId: string): Promise<boolean> {
  const account = await prisma().account.findUnique({ where: { personId }, select: { hasPassword: true } });
  return account?.hasPassword ?? false;
}
