import type { Prisma } from "@/generated/prisma/client";
import { lockLimits } from "@/lib/decisions/places/limits";
import { type RecordedActor, recorded, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { minutesAfter } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { freePlacesFor, isFull, readYear } from "./free-places";
import { type Deciding, holdMinutes } from "./hold";
import { settle } from "./record-decision";
import { DecisionRefusal } from "./refusal";
import { lockStanding, readStanding, type Standing, writeStanding } from "./standing";

/**
 * Takes an untold decision back: state and place are what they were before it, and nobody
 * outside the desk ever hears of it. A decision that it had replaced while untold is open again.
 * @throws DecisionRefusal `nothing_to_undo` when it has been told; `no_place` when the place that it
 *   gave up has been given to somebody else
 */
export async function undoDecision(which: Undone, actor: Actor, now: Date): Promise<void> {
  const minutes = await holdMinutes();
  await prisma().$transaction((tx) => undoIn(tx, which, { actor, now, minutes }));
}

/** `decisionId`: that very one, if it has not been told or replaced. */
type Undone = { reference: string; version?: number; decisionId?: string };

/** The same in the caller's transaction. */
export async function undoIn(
  tx: Prisma.TransactionClient,
  { reference, version, decisionId }: Undone,
  { actor, now, minutes }: Deciding,
): Promise<void> {
  demand(actor, "decide");
  const standing = await lockStanding(tx, { reference, actor });
  const { untold } = standing;
  if (!untold || (decisionId && untold.id !== decisionId)) throw new DecisionRefusal("nothing_to_undo");
  if (version !== undefined && version !== standing.version) throw new DecisionRefusal("changed_meanwhile");
  await takePlaceAgain(tx, standing);
  await restore(tx, standing, { status: "undone", actor: recorded(actor), now });
  await reopenReplaced(tx, untold.id, minutesAfter(now, minutes));
}

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
  if (isFull(freePlacesFor(await readYear(tx, standing), standing)(place)))
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
