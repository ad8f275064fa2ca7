import { prisma } from "@/lib/platform/prisma";
import { enrolled } from "./decisions";
import { aMinor } from "./factories";

/** A child with two guardians, all by their ids. */
export async function aFamily(changes: Parameters<typeof aMinor>[0] = {}) {
  const body = aMinor({ guardians: 2, ...changes });
  const reference = await enrolled(body);
  const { studentId, student } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference },
    select: {
      studentId: true,
      student: { select: { guardians: { orderBy: { position: "asc" }, select: { guardianId: true } } } },
    },
  });
  const [first = "", second = ""] = student.guardians.map(({ guardianId }) => guardianId);
  return { body, reference, child: studentId, first, second };
}

/** Confirms the second guardian, as their own answer would. */
export const confirmed = (guardianId: string) =>
  prisma().guardianship.updateMany({ where: { guardianId }, data: { confirmedAt: new Date() } });
