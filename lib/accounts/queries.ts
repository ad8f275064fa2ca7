import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/prisma";

const enrollment = {
  reference: true,
  state: true,
  createdAt: true,
  schoolYear: { select: { year: true } },
  student: { select: { name: true, surname: true } },
} satisfies Prisma.EnrollmentSelect;

export type AccountEnrollment = Prisma.EnrollmentGetPayload<{ select: typeof enrollment }>;

export type AccountView = {
  email: string;
  name: string | null;
  surname: string | null;
  /** The person's own and, for a guardian, each child's; the newest first. */
  enrollments: AccountEnrollment[];
};

/** What a signed-in person sees: their own enrollments and those of the children they are guardian of. */
export async function accountOf(personId: string): Promise<AccountView> {
  const [person, enrollments] = await Promise.all([
    prisma().person.findUniqueOrThrow({
      where: { id: personId },
      select: { email: true, name: true, surname: true },
    }),
    prisma().enrollment.findMany({
      where: {
        OR: [{ studentId: personId }, { student: { guardians: { some: { guardianId: personId } } } }],
      },
      orderBy: { createdAt: "desc" },
      select: enrollment,
    }),
  ]);
  return { ...person, enrollments };
}
