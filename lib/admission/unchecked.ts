import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import type { Round } from "./round";

const AT_ONCE = 50;

/** What families claim in a round and nobody has checked yet, the oldest first; so many at once. */
export async function uncheckedMerits(actor: Actor, { id }: Pick<Round, "id">) {
  demand(actor, "read");
  return prisma().merit.findMany({
    where: { state: "claimed", criterion: { roundId: id, source: "claimed" } },
    orderBy: [{ createdAt: "asc" }, { enrollmentId: "asc" }],
    take: AT_ONCE,
    select: {
      criterion: { select: { code: true, es: true, ca: true, en: true, points: true } },
      enrollment: { select: { reference: true, student: { select: { name: true, surname: true } } } },
    },
  });
}
