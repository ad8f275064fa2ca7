import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import type { Round } from "./round";

const AT_ONCE = 50;

const student = { select: { name: true, surname: true } } as const;

/** What families claim in a round and nobody has checked yet, the oldest first; so many at once. */
export async function listPendingClaims(actor: Actor, { id }: Pick<Round, "id">) {
  requirePermission(actor, "read");
  return prisma().merit.findMany({
    where: { state: "claimed", criterion: { roundId: id, source: "claimed" } },
    orderBy: [{ createdAt: "asc" }, { enrollmentId: "asc" }],
    take: AT_ONCE,
    select: {
      criterion: { select: { code: true, es: true, ca: true, en: true, points: true } },
      enrollment: { select: { reference: true, student } },
    },
  });
}

/** The marks that were given by a criterion, the last first; so many at once, and how many there are. */
export async function listGivenScores(actor: Actor, criterionId: number) {
  requirePermission(actor, "read");
  const where = { criterionId, state: "checked" };
  const [count, last] = await Promise.all([
    prisma().merit.count({ where }),
    prisma().merit.findMany({
      where,
      orderBy: [{ checkedAt: "desc" }, { enrollmentId: "asc" }],
      take: AT_ONCE,
      select: { mark: true, enrollment: { select: { reference: true, student } } },
    }),
  ]);
  return { count, last };
}
