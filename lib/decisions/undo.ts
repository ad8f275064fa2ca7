import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { lockLimits } from "@/lib/decisions/places/limits";
import { type RecordedActor, toRecordedActor, writeAuditEntry } from "@/lib/people/audit";
import { versionSchema, defineAction } from "@/lib/people/verb";
import { addMinutes } from "@/lib/platform/dates";
import { createFreePlaceLookup, isFull } from "./free-places";
import { getNotifyDelayMinutes } from "./hold";
import { readYearPlaces } from "./read-year";
import { settleDecision } from "./record-decision";
import { DecisionError } from "./refusal";
import { lockEnrollmentStatus, readEnrollmentStatus, type EnrollmentStatus, writeEnrollmentStatus } from "./standing";

/**
 * Takes an untold decision back, that very one where it is named: state and place are what they were before it, and
 * nobody outside the desk ever hears of it. A decision that it had replaced while untold is open again.
 * @throws DecisionRefusal `nothing_to_undo` when it has been told; `no_place` when the place that it
 *   gave up has been given to somebody else
 */
export const undoDecision = defineAction(
  "decision_undone",
  "decide",
  z.object({
    reference: z.string(),
    version: versionSchema.optional(),
    decisionId: z.string().optional(),
  }),
  async ({ tx, actor, now }, { reference, version, decisionId }) => {
    const standing = await lockEnrollmentStatus(tx, { reference });
    const { untold } = standing;
    if (!untold || (decisionId && untold.id !== decisionId)) throw new DecisionError("nothing_to_undo");
    if (version !== undefined && version !== standing.version) throw new DecisionError("changed_meanwhile");
    await assertPlaceFree(tx, standing);
    await restore(tx, standing, { status: "undone", actor: toRecordedActor(actor), now });
    await reopenSuperseded(tx, untold.id, addMinutes(now, await getNotifyDelayMinutes()));
  },
);

/**
 * Makes every untold decision of an enrollment void: what the family did meanwhile has overtaken it.
 * The desk finds such enrollments again among those that wait (`status = 'void'`). Returns how the
 * enrollment stands then: as the family knows it.
 */
export async function voidUnnotified(
  tx: Prisma.TransactionClient,
  standing: EnrollmentStatus,
  actor: RecordedActor,
  now: Date,
): Promise<EnrollmentStatus> {
  let current = standing;
  while (current.untold) {
    const { id } = current.untold;
    await restore(tx, current, { status: "void", actor, now });
    await reopenSuperseded(tx, id, now);
    current = await readEnrollmentStatus(tx, { id: standing.id });
  }
  return current;
}

type Ending = { status: "undone" | "void"; actor: RecordedActor; now: Date };

async function restore(tx: Prisma.TransactionClient, standing: EnrollmentStatus, { status, actor, now }: Ending) {
  const untold = standing.untold as NonNullable<EnrollmentStatus["untold"]>;
  await writeEnrollmentStatus(tx, standing, {
    decidedState: untold.fromState,
    assignedSpecialityId: untold.beforeSpecialityId,
    assignedSyllabusId: untold.beforeSyllabusId,
  });
  await settleDecision(tx, untold.id, status, now);
  await writeAuditEntry(tx, {
    actor,
    action: status === "undone" ? "decision_undone" : "decision_void",
    object: { kind: "enrollment", id: standing.reference },
    values: {
      decided_state: [standing.decidedState, untold.fromState],
      speciality: [standing.assignedSpecialityId, untold.beforeSpecialityId],
      syllabus: [standing.assignedSyllabusId, untold.beforeSyllabusId],
    },
  });
}

/** Whoever gets a place back stands in the same line as whoever is accepted. */
async function assertPlaceFree(tx: Prisma.TransactionClient, standing: EnrollmentStatus) {
  const { untold } = standing;
  if (untold?.fromState !== "accepted" || standing.decidedState === "accepted") return;
  const place = { specialityId: untold.beforeSpecialityId, syllabusId: untold.beforeSyllabusId };
  await lockLimits(tx, standing.schoolYearId, place);
  if (isFull(createFreePlaceLookup(await readYearPlaces(tx, standing.schoolYearId), standing)(place)))
    throw new DecisionError("no_place");
}

async function reopenSuperseded(tx: Prisma.TransactionClient, byId: string, notBefore: Date) {
  const replaced = await tx.decision.findFirst({
    where: { supersededById: byId },
    select: { id: true, tellAt: true },
  });
  if (!replaced) return;
  const tellAt = replaced.tellAt && replaced.tellAt < notBefore ? notBefore : replaced.tellAt;
  await tx.decision.update({
    where: { id: replaced.id },
    data: { status: "untold", settledAt: null, supersededById: null, tellAt },
    select: { id: true },
  });
}
