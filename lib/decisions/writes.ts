import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { isSamePlace, lockLimits, type Place } from "@/lib/decisions/place";
import { type RecordedActor, toRecordedActor, writeAuditEntry } from "@/lib/people/audit-log";
import { verb, versionSchema } from "@/lib/people/verb";
import { addMinutes } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";
import { DecisionError } from "./decision-error";
import { readYearPlaces } from "./queries";
import {
  type EnrollmentStatus,
  lockEnrollmentStatus,
  readEnrollmentStatus,
  writeEnrollmentStatus,
} from "./status";
import type { Transition } from "./transitions";
import { createFreePlaceLookup, isFull } from "./year-places";

type DecisionRecord = {
  id: string;
  standing: EnrollmentStatus;
  transition: Pick<Transition, "to">;
  place: Place;
  reason: { id: number } | null;
  words: string | null;
  internalReason: string | null;
  exceptions: string[];
  repeats?: string | null;
  actor: RecordedActor;
  now: Date;
  withList: boolean;
  tellAt: Date | null;
};

export async function recordDecision(tx: Prisma.TransactionClient, decision: DecisionRecord): Promise<void> {
  const { id, standing, transition, place, actor, now } = decision;
  const { to } = transition;
  await writeEnrollmentStatus(tx, standing, {
    decidedState: to,
    assignedSpecialityId: place.specialityId,
    assignedSyllabusId: place.syllabusId,
  });
  if (standing.untold) await settleDecision(tx, standing.untold.id, "superseded", now, id);
  const isSilent = await isAlreadyNotified(tx, standing, to, place);
  await tx.decision.create({
    data: {
      id,
      enrollmentId: standing.id,
      schoolYearId: standing.schoolYearId,
      fromState: standing.decidedState,
      toState: to,
      ...place,
      beforeSpecialityId: standing.assignedSpecialityId,
      beforeSyllabusId: standing.assignedSyllabusId,
      reasonId: decision.reason?.id ?? null,
      words: decision.words,
      internalReason: decision.internalReason,
      exception: decision.exceptions.length > 0,
      repeats: decision.repeats ?? null,
      actorKind: actor.kind,
      actorId: "id" in actor ? actor.id : null,
      decidedAt: now,
      withList: decision.withList,
      ...(isSilent ? { status: "nothing_to_tell", settledAt: now } : { tellAt: decision.tellAt }),
    },
    select: { id: true },
  });
  await writeDecisionEntry(tx, decision);
}

type Settled = "told" | "undone" | "superseded" | "void";

export async function settleDecision(
  tx: Prisma.TransactionClient,
  id: string,
  status: Settled,
  now: Date,
  supersededById: string | null = null,
) {
  await tx.decision.update({
    where: { id },
    data: { status, settledAt: now, supersededById },
    select: { id: true },
  });
}

/** Whether the family knows this state and place already, so that nothing must be announced. */
export async function isAlreadyNotified(
  tx: Prisma.TransactionClient,
  standing: Pick<EnrollmentStatus, "id" | "state">,
  to: EnrollmentState,
  place: Place,
): Promise<boolean> {
  if (standing.state !== to) return false;
  return isSamePlace(await getNotifiedPlace(tx, standing.id), place);
}

export async function getNotifiedPlace(tx: Prisma.TransactionClient, enrollmentId: string): Promise<Place> {
  const told = await tx.decision.findFirst({
    where: { enrollmentId, status: "told" },
    orderBy: [{ settledAt: "desc" }, { decidedAt: "desc" }],
    select: { specialityId: true, syllabusId: true },
  });
  return told ?? { specialityId: null, syllabusId: null };
}

export const getNotifyDelayMinutes = async () => (await getSettings()).decision_hold_minutes;

/**
 * Undoes an unannounced decision (the named one, if any): restores the previous state and place. A decision that it
 * had replaced is open again.
 * @throws DecisionError `nothing_to_undo` when it is announced; `no_place` when the place that it gave up is taken
 */
export const undoDecision = verb(
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
 * Voids every unannounced decision of an enrollment, because the family has changed it meanwhile. The desk lists such
 * enrollments (`status = 'void'`). Returns the status that the family knows.
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

function writeDecisionEntry(tx: Prisma.TransactionClient, decision: DecisionRecord) {
  const { standing, transition, place, words, internalReason, exceptions } = decision;
  return writeAuditEntry(tx, {
    actor: decision.actor,
    action: "decided",
    object: { kind: "enrollment", id: standing.reference },
    values: {
      decided_state: [standing.decidedState, transition.to],
      speciality: [standing.assignedSpecialityId, place.specialityId],
      syllabus: [standing.assignedSyllabusId, place.syllabusId],
      words: [null, words],
      internal_reason: [null, internalReason],
      exceptions: [null, exceptions.join(", ") || null],
      repeats: [null, decision.repeats],
    },
  });
}

type Ending = { status: "undone" | "void"; actor: RecordedActor; now: Date };

async function restore(
  tx: Prisma.TransactionClient,
  standing: EnrollmentStatus,
  { status, actor, now }: Ending,
) {
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

/** An undo that gives a place back takes the same locks as an acceptance. */
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
