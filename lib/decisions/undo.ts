import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { lockLimits } from "@/lib/decisions/places/limits";
import { type RecordedActor, recorded, writeEntry } from "@/lib/people/audit";
import { shownVersion, verb } from "@/lib/people/verb";
import { minutesAfter } from "@/lib/platform/dates";
import { freePlacesFor, isFull } from "./free-places";
import { holdMinutes } from "./hold";
import { readYear } from "./read-year";
import { settle } from "./record-decision";
import { DecisionRefusal } from "./refusal";
import { lockStanding, readStanding, type Standing, writeStanding } from "./standing";

/**
 * Takes an untold decision back, that very one where it is named: state and place are what they were before it, and
 * nobody outside the desk ever hears of it. A decision that it had replaced while untold is open again.
 * @throws DecisionRefusal `nothing_to_undo` when it has been told; `no_place` when the place that it
 *   gave up has been given to somebody else
 */
export const undoDecision = verb(
  "decision_undone",
  "decide",
  z.object({
    reference: z.string(),
    version: shownVersion.optional(),
    decisionId: z.string().optional(),
  }),
  async ({ tx, actor, now }, { reference, version, decisionId }) => {
    const standing = await lockStanding(tx, { reference });
    const { untold } = standing;
    if (!untold || (decisionId && untold.id !== decisionId)) throw new DecisionRefusal("nothing_to_undo");
    if (version !== undefined && version !== standing.version) throw new DecisionRefusal("changed_meanwhile");
    await takePlaceAgain(tx, standing);
    await restore(tx, standing, { status: "undone", actor: recorded(actor), now });
    await reopenReplaced(tx, untold.id, minutesAfter(now, await holdMinutes()));
  },
);

/**
 * Makes every untold decision of an enrollment void: what the family did meanwhile has overtaken it.
 * The desk finds such enrollments again among those that wait (`status = 'void'`). Returns how the
 * enrollment stands then: as the family knows it.
 */
export async function voidUntold(
  tx: Prisma.TransactionClient,
  standing: Standing,
  actor: RecordedActor,
  now: Date,
): Promise<Standing> {
  let current = standing;
  while (current.untold) {
    const { id } = current.untold;
    await restore(tx, current, { status: "void", actor, now });
    await reopenReplaced(tx, id, now);
    current = await readStanding(tx, { id: standing.id });
  }
  return current;
}

type Ending = { status: "undone" | "void"; actor: RecordedActor; now: Date };

async function restore(tx: Prisma.TransactionClient, standing: Standing, { status, actor, now }: Ending) {
  const untold = standing.untold as NonNullable<Standing["untold"]>;
  await writeStanding(tx, standing, {
    decidedState: untold.fromState,
    assignedSpecialityId: untold.beforeSpecialityId,
    assignedSyllabusId: untold.beforeSyllabusId,
  });
  await settle(tx, untold.id, status, now);
  await writeEntry(tx, {
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
async function takePlaceAgain(tx: Prisma.TransactionClient, standing: Standing) {
  const { untold } = standing;
  if (untold?.fromState !== "accepted" || standing.decidedState === "accepted") return;
  const place = { specialityId: untold.beforeSpecialityId, syllabusId: untold.beforeSyllabusId };
  await lockLimits(tx, standing.schoolYearId, place);
  if (isFull(freePlacesFor(await readYear(tx, standing.schoolYearId), standing)(place)))
    throw new DecisionRefusal("no_place");
}

async function reopenReplaced(tx: Prisma.TransactionClient, byId: string, notBefore: Date) {
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
