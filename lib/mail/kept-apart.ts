import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";

type MessageSubject = { personId: string; enrollmentId: string | null; references?: string[] | undefined };

/** Whether a guardian is apart from what a message is about: then it never leaves. */
export async function isKeptApart(
  { personId, enrollmentId, references = [] }: MessageSubject,
  db: Prisma.TransactionClient = prisma(),
): Promise<boolean> {
  if (enrollmentId === null) return false;
  const any = { OR: [{ id: enrollmentId }, { reference: { in: references } }] };
  return (await db.enrollment.count({ where: { ...any, ...whereKeptApart(personId) } })) > 0;
}

/**
 * Enrollments of children whose guardian somebody denies to be, or of whom the desk's mark keeps them apart.
 * What the first guardian has sent is theirs, whatever mark there is.
 */
export const whereKeptApart = (guardianId: string) =>
  ({
    student: {
      guardians: {
        some: { guardianId, OR: [{ deniedAt: { not: null } }, { position: { gt: 1 }, keptApart: true }] },
      },
    },
  }) satisfies Prisma.EnrollmentWhereInput;

/** What is noted of a message that was held back for it. */
export const KEPT_APART = "kept_apart";
