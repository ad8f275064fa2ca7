import type { Prisma } from "@/generated/prisma/client";
import { findPossibleDuplicates } from "@/lib/decisions/repeated";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";

const read = {
  reference: true,
  decidedState: true,
  createdAt: true,
  student: {
    select: {
      name: true,
      surname: true,
      guardians: {
        where: { position: 1 },
        select: { guardian: { select: { name: true, surname: true, email: true } } },
      },
    },
  },
  decisions: {
    where: { status: { in: ["untold", "told", "nothing_to_tell"] } },
    orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
    take: 1,
    select: { repeats: true },
  },
} satisfies Prisma.EnrollmentSelect;

export type DuplicateCandidate = Prisma.EnrollmentGetPayload<{ select: typeof read }> & {
  /** The desk has said that they are two. */
  areTwo: boolean;
};

/** The other enrollments of the year whose student is perhaps the same, for the desk alone (desk 39). */
export async function listDuplicateCandidates(actor: Actor, enrollmentId: string): Promise<DuplicateCandidate[]> {
  requirePermission(actor, "read");
  const same = await findPossibleDuplicates(prisma(), enrollmentId);
  if (same.length === 0) return [];
  const two = new Set(same.flatMap(({ reference, areTwo }) => (areTwo ? [reference] : [])));
  const rows = await prisma().enrollment.findMany({
    where: { reference: { in: same.map(({ reference }) => reference) } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: read,
  });
  return rows.map((row) => ({ ...row, areTwo: two.has(row.reference) }));
}
