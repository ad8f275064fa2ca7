import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { DecisionError } from "@/lib/decisions/refusal";
import { lockEnrollmentStatus, type EnrollmentStatus } from "@/lib/decisions/standing";
import { type RecordedActor, toRecordedActor, writeAuditEntry } from "@/lib/people/audit";
import { versionSchema, defineAction } from "@/lib/people/verb";
import { findOpenConfirmation, settleConfirmation } from "./open-answer";

/**
 * The family keeps its place: a flag with its time, no state, and the answer that was open on it. The enrollment's
 * row is held.
 * @throws DecisionRefusal `not_allowed`, `day_is_over` where silence has lost the place
 */
export async function confirmPlace(
  tx: Prisma.TransactionClient,
  { id, reference, state }: EnrollmentStatus,
  actor: RecordedActor,
  now: Date,
): Promise<void> {
  if (state !== "accepted") throw new DecisionError("not_allowed", { from: state, to: "accepted" });
  const open = await findOpenConfirmation(tx, id);
  if (open?.lapsed) throw new DecisionError("day_is_over");
  const { count } = await tx.enrollment.updateMany({
    where: { id, keepsPlaceAt: null },
    data: { keepsPlaceAt: now },
  });
  const answered = await settleConfirmation(tx, id, "kept", now);
  if (count === 0 && !answered) return;
  await writeAuditEntry(tx, { actor, action: "place_kept", object: { kind: "enrollment", id: reference } });
}

/** What a family said on the telephone. @throws DecisionRefusal, StaffRefusal */
export const confirmPlaceForFamily = defineAction(
  "place_kept",
  "decide",
  z.object({ reference: z.string(), version: versionSchema.optional() }),
  async ({ tx, actor, now }, { reference, version }) => {
    const standing = await lockEnrollmentStatus(tx, { reference });
    if (version !== undefined && version !== standing.version) throw new DecisionError("changed_meanwhile");
    await confirmPlace(tx, standing, toRecordedActor(actor), now);
  },
);
