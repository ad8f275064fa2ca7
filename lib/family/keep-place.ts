import { DecisionRefusal } from "@/lib/decisions/refusal";
import { lockStanding } from "@/lib/decisions/standing";
import { writeEntry } from "@/lib/people/audit";
import { prisma } from "@/lib/platform/prisma";
import { ownEnrollment } from "./own";

/**
 * Lets the school know that an accepted family keeps its place: a flag with its time, no state.
 * @throws DecisionRefusal `not_their_own`, `not_allowed`
 */
export async function keepPlace(personId: string, reference: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { id } = await ownEnrollment(tx, personId, reference, "sender", now);
    const { state } = await lockStanding(tx, { id });
    if (state !== "accepted") throw new DecisionRefusal("not_allowed", { from: state, to: "accepted" });
    const { count } = await tx.enrollment.updateMany({
      where: { id, keepsPlaceAt: null },
      data: { keepsPlaceAt: now },
    });
    if (count === 0) return;
    await writeEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "place_kept",
      object: { kind: "enrollment", id: reference },
    });
  });
}
