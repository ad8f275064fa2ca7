import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { lockStanding, type Standing } from "@/lib/decisions/standing";
import { type RecordedActor, recorded, writeEntry } from "@/lib/people/audit";
import { shownVersion, verb } from "@/lib/people/verb";
import { openAnswer, settleAnswer } from "./open-answer";

/**
 * The family keeps its place: a flag with its time, no state, and the answer that was open on it. The enrollment's
 * row is held.
 * @throws DecisionRefusal `not_allowed`, `day_is_over` where silence has lost the place
 */
export async function keepPlaceIn(
  tx: Prisma.TransactionClient,
  { id, reference, state }: Standing,
  actor: RecordedActor,
  now: Date,
): Promise<void> {
  if (state !== "accepted") throw new DecisionRefusal("not_allowed", { from: state, to: "accepted" });
  const open = await openAnswer(tx, id);
  if (open?.lapsed) throw new DecisionRefusal("day_is_over");
  const { count } = await tx.enrollment.updateMany({
    where: { id, keepsPlaceAt: null },
    data: { keepsPlaceAt: now },
  });
  const answered = await settleAnswer(tx, id, "kept", now);
  if (count === 0 && !answered) return;
  await writeEntry(tx, { actor, action: "place_kept", object: { kind: "enrollment", id: reference } });
}

/** What a family said on the telephone. @throws DecisionRefusal, StaffRefusal */
export const keepPlaceForFamily = verb(
  "place_kept",
  "decide",
  z.object({ reference: z.string(), version: shownVersion.optional() }),
  async ({ tx, actor, now }, { reference, version }) => {
    const standing = await lockStanding(tx, { reference });
    if (version !== undefined && version !== standing.version) throw new DecisionRefusal("changed_meanwhile");
    await keepPlaceIn(tx, standing, recorded(actor), now);
  },
);
