import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { createDecisionContext } from "@/lib/decisions/decide";
import { recordDecision } from "@/lib/decisions/record-decision";
import { lockEnrollmentStatus } from "@/lib/decisions/standing";
import { WAITING_ORDER } from "@/lib/enrollment/state-sql";
import { NEEDS_DESK } from "./renewers";

/**
 * Gives those who stay what they asked for, untold, in the transaction that asks for it; whose place is not free, or
 * who needs the desk, stays pending (admission 14).
 *
 * @param students what is left goes to them in the order of the line that they stand in together
 * @param by who answered for them
 */
export async function assignRenewalPlaces(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
  students: string[],
  by: string,
  now: Date,
): Promise<void> {
  // All limits at once: of two families with children for the same places one comes after the other.
  await tx.$queryRaw`select 1 from places where school_year_id = ${schoolYearId} order by id for update`;
  const staying = await tx.$queryRaw<{ id: string }[]>`
    select e.id from enrollments e join people s on s.id = e.student_id
    where e.school_year_id = ${schoolYearId} and e.student_id = any(${students}::uuid[])
      and e.decided_state = 'pending' and not ${NEEDS_DESK}
    order by ${WAITING_ORDER}`;
  for (const { id } of staying) await giveNextPlace(tx, id, by, now);
}

async function giveNextPlace(tx: Prisma.TransactionClient, id: string, by: string, now: Date) {
  const standing = await lockEnrollmentStatus(tx, { id });
  const { wishes, obstacles } = createDecisionContext(tx, standing);
  const [place] = await wishes();
  if (!place || (await obstacles(place))(place).length > 0) return;
  await recordDecision(tx, {
    id: randomUUID(),
    standing,
    transition: { to: "accepted" },
    place,
    reason: null,
    words: null,
    internalReason: null,
    exceptions: [],
    actor: { kind: "family", id: by },
    now,
    withList: true,
    tellAt: null,
  });
}
