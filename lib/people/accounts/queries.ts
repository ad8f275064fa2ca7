import { prisma } from "@/lib/platform/database/prisma";
import { toDay } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";
import { createRoleColumns, formatName, getFamilyRole, isMinor, whereVisibleTo } from "./family-role";

/** The data of a signed-in person, and of the enrollments that they may see, newest first. A minor changes nothing. */
export async function readAccount(personId: string, now: Date = new Date()) {
  const [{ birthDate, account, ...person }, rows, today] = await Promise.all([
    prisma().person.findUniqueOrThrow({
      where: { id: personId },
      select: {
        email: true,
        name: true,
        surname: true,
        birthDate: true,
        account: { select: { hasPassword: true } },
      },
    }),
    prisma().enrollment.findMany({
      where: whereVisibleTo(personId),
      orderBy: { createdAt: "desc" },
      select: {
        id: true,
        reference: true,
        state: true,
        createdAt: true,
        answerBy: true,
        keepsPlaceAt: true,
        toldVersion: true,
        schoolYearId: true,
        schoolYear: { select: { year: true, endSchoolYear: true } },
        ...createRoleColumns(personId),
      },
    }),
    getSchoolToday(now),
  ]);
  const enrollments = rows.map(({ student, ...row }) => ({
    ...row,
    isYearOver: toDay(row.schoolYear.endSchoolYear) < today,
    studentName: formatName(student),
    birthDate: student.birthDate ? toDay(student.birthDate) : undefined,
    role: getFamilyRole({ studentId: row.studentId, student }, personId, today),
  }));
  // Without a password, the person signs in by links only.
  const hasPassword = account?.hasPassword ?? false;
  return { ...person, hasPassword, isMinor: isMinor(birthDate, today), enrollments };
}
