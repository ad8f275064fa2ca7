import { prisma } from "@/lib/platform/prisma";

/** The enrollments on whose places a reader is asked at once: those that are open, of themselves or of their children. */
export const findOpenPlaceConfirmations = (personId: string) =>
  prisma().enrollment.findMany({
    where: {
      placeAnswers: { some: { answer: null } },
      OR: [
        { studentId: personId },
        {
          student: {
            guardians: {
              some: {
                guardianId: personId,
                deniedAt: null,
                OR: [{ position: 1 }, { confirmedAt: { not: null }, keptApart: false }],
              },
            },
          },
        },
      ],
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { reference: true, student: { select: { name: true, surname: true } } },
  });
