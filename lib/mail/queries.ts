import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { getMailKind, type MailKind } from "./mail-kinds";
import { mailDataSchema } from "./schema";
import { isFamilyMail } from "./sql";

export type MailEnrollment = { reference: string; student: { name: string | null; surname: string | null } };

const columns = { reference: true, student: { select: { name: true, surname: true } } } as const;

/** The reader's own and their children's enrollments with an unanswered place confirmation. */
function findOpenPlaceConfirmations(personId: string) {
  const rights = [{ position: 1 }, { confirmedAt: { not: null }, keptApart: false }];
  const guardians = { some: { guardianId: personId, deniedAt: null, OR: rights } };
  return prisma().enrollment.findMany({
    where: {
      placeAnswers: { some: { answer: null } },
      OR: [{ studentId: personId }, { student: { guardians } }],
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: columns,
  });
}

type Message = {
  kind: MailKind;
  tells: Prisma.JsonValue;
  person: { id: string };
  enrollment: (MailEnrollment & { submissionId: string | null }) | null;
};

/** Excludes guardians who deny being one, and those whom the desk keeps apart. */
const whereCanReceive = {
  deniedAt: null,
  OR: [{ position: 1 }, { keptApart: false }],
} satisfies Prisma.GuardianshipWhereInput;

/**
 * The enrollments that one message is about: every child of the reader that was submitted, asked about or written
 * about together.
 */
export async function findMailEnrollments({
  kind,
  person,
  enrollment,
  tells,
}: Message): Promise<MailEnrollment[]> {
  if (getMailKind(kind).about === "place") return findOpenPlaceConfirmations(person.id);
  if (getMailKind(kind).isMultiEnrollment) {
    const { references } = mailDataSchema.parse(tells);
    return prisma().enrollment.findMany({
      where: { reference: { in: references ?? [] } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: columns,
    });
  }
  if (!enrollment?.submissionId || !isFamilyMail(kind)) return enrollment ? [enrollment] : [];
  return prisma().enrollment.findMany({
    where: {
      submissionId: enrollment.submissionId,
      OR: [
        { reference: enrollment.reference },
        { student: { guardians: { some: { guardianId: person.id, ...whereCanReceive } } } },
      ],
    },
    orderBy: [{ createdAt: "asc" }, { student: { birthDate: "asc" } }],
    select: columns,
  });
}
