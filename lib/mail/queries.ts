import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { isMultiEnrollmentMail, isPlaceConfirmationMail, type MailKind } from "./mail-kinds";
import { mailDataSchema } from "./schema";
import { isFamilyMail } from "./sql";

/** An enrollment that a message is about. */
export type MailEnrollment = { reference: string; student: { name: string | null; surname: string | null } };

/** The enrollments on whose places a reader is asked at once: those that are open, of themselves or of their children. */
const findOpenPlaceConfirmations = (personId: string) =>
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

type Message = {
  kind: MailKind;
  tells: Prisma.JsonValue;
  person: { id: string };
  enrollment: (MailEnrollment & { submissionId: string | null }) | null;
};

/** Not who says that they are no guardian, nor whom the desk keeps apart. */
const whereMayReceive = {
  deniedAt: null,
  OR: [{ position: 1 }, { keptApart: false }],
} satisfies Prisma.GuardianshipWhereInput;

const told = { reference: true, student: { select: { name: true, surname: true } } } as const;

/** What a reader is told of at once: every child that was sent, asked about or written about together and is theirs. */
export async function findMailEnrollments({
  kind,
  person,
  enrollment,
  tells: own,
}: Message): Promise<MailEnrollment[]> {
  if (isPlaceConfirmationMail(kind)) return findOpenPlaceConfirmations(person.id);
  if (isMultiEnrollmentMail(kind)) {
    const { references } = mailDataSchema.parse(own);
    return prisma().enrollment.findMany({
      where: { reference: { in: references ?? [] } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: told,
    });
  }
  if (!enrollment?.submissionId || !isFamilyMail(kind)) return enrollment ? [enrollment] : [];
  return prisma().enrollment.findMany({
    where: {
      submissionId: enrollment.submissionId,
      OR: [
        { reference: enrollment.reference },
        { student: { guardians: { some: { guardianId: person.id, ...whereMayReceive } } } },
      ],
    },
    orderBy: [{ createdAt: "asc" }, { student: { birthDate: "asc" } }],
    select: told,
  });
}
