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
  enrollment: EnrollmentStatus;
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
  const { id, enrollment, transition, place, actor, now } = decision;
  const { to } = transition;
  await writeEnrollmentStatus(tx, enrollment, {
    decidedState: to,
    assignedSpecialityId: place.specialityId,
    assignedSyllabusId: place.syllabusId,
  });
  if (enrollment.unnotified) await settleDecision(tx, enrollment.unnotified.id, "superseded", now, id);
  const isSilent = await isAlreadyNotified(tx, enrollment, to, place);
  await tx.decision.create({
    data: {
      id,
      enrollmentId: enrollment.id,
      schoolYearId: enrollment.schoolYearId,
      fromState: enrollment.decidedState,
      toState: to,
      ...place,
      beforeSpecialityId: enrollment.assignedSpecialityId,
      beforeSyllabusId: enrollment.assignedSyllabusId,
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

type SettledStatus = "told" | "undone" | "superseded" | "void";

export async function settleDecision(
  tx: Prisma.TransactionClient,
  id: string,
  status: SettledStatus,
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
  enrollment: Pick<EnrollmentStatus, "id" | "state">,
  to: EnrollmentState,
  place: Place,
): Promise<boolean> {
  if (enrollment.state !== to) return false;
  return isSamePlace(await getNotifiedPlace(tx, enrollment.id), place);
}

export async function getNotifiedPlace(tx: Prisma.TransactionClient, enrollmentId: string): Promise<Place> {
  const notified = await tx.decision.findFirst({
    where: { enrollmentId, status: "told" },
    orderBy: [{ settledAt: "desc" }, { decidedAt: "desc" }],
    select: { specialityId: true, syllabusId: true },
  });
  return notified ?? { specialityId: null, syllabusId: null };
}

/**
 * Undoes an unannounced decision (the named one, if any): restores the previous state and place. A decision that it
 * had replaced is open again.
 * @throws DecisionError `nothing_to_undo` when it is announced; `no_place` when the place that it gave up is taken
 */
export const undoDecision = verb(
  "decision_undone",
  "decide",
  z.object({ reference: z.string(), version: versionSchema.optional(), decisionId: z.string().optional() }),
  async ({ tx, actor, now }, { reference, version, decisionId }) => {
    const enrollment = await lockEnrollmentStatus(tx, { reference });
    const { unnotified } = enrollment;
    if (!unnotified || (decisionId && unnotified.id !== decisionId))
      throw new DecisionError("nothing_to_undo");
    if (version !== undefined && version !== enrollment.version) throw new DecisionError("changed_meanwhile");
    await assertPlaceFree(tx, enrollment);
    await restore(tx, enrollment, { status: "undone", actor: toRecordedActor(actor), now });
    await reopenSuperseded(tx, unnotified.id, addMinutes(now, (await getSettings()).decision_hold_minutes));
  },
);

/**
 * Voids every unannounced decision of an enrollment, because the family has changed it meanwhile. The desk lists such
 * enrollments (`status = 'void'`). Returns the status that the family knows.
 */
export async function voidUnnotified(
  tx: Prisma.TransactionClient,
  enrollment: EnrollmentStatus,
  actor: RecordedActor,
  now: Date,
): Promise<EnrollmentStatus> {
  let current = enrollment;
  while (current.unnotified) {
    const { id } = current.unnotified;
    await restore(tx, current, { status: "void", actor, now });
    await reopenSuperseded(tx, id, now);
    current = await readEnrollmentStatus(tx, { id: enrollment.id });
  }
  return current;
}

function writeDecisionEntry(tx: Prisma.TransactionClient, decision: DecisionRecord) {
  const { enrollment, transition, place, words, internalReason, exceptions } = decision;
  return writeAuditEntry(tx, {
    actor: decision.actor,
    action: "decided",
    object: { kind: "enrollment", id: enrollment.reference },
    values: {
      decided_state: [enrollment.decidedState, transition.to],
      speciality: [enrollment.assignedSpecialityId, place.specialityId],
      syllabus: [enrollment.assignedSyllabusId, place.syllabusId],
      words: [null, words],
      internal_reason: [null, internalReason],
      exceptions: [null, exceptions.join(", ") || null],
      repeats: [null, decision.repeats],
    },
  });
}

type Restoration = { status: "undone" | "void"; actor: RecordedActor; now: Date };

async function restore(
  tx: Prisma.TransactionClient,
  enrollment: EnrollmentStatus,
  { status, actor, now }: Restoration,
) {
  const unnotified = enrollment.unnotified as NonNullable<EnrollmentStatus["unnotified"]>;
  await writeEnrollmentStatus(tx, enrollment, {
    decidedState: unnotified.fromState,
    assignedSpecialityId: unnotified.beforeSpecialityId,
    assignedSyllabusId: unnotified.beforeSyllabusId,
  });
  await settleDecision(tx, unnotified.id, status, now);
  await writeAuditEntry(tx, {
    actor,
    action: status === "undone" ? "decision_undone" : "decision_void",
    object: { kind: "enrollment", id: enrollment.reference },
    values: {
      decided_state: [enrollment.decidedState, unnotified.fromState],
      speciality: [enrollment.assignedSpecialityId, unnotified.beforeSpecialityId],
      syllabus: [enrollment.assignedSyllabusId, unnotified.beforeSyllabusId],
    },
  });
}

/** An undo that gives a place back takes the same locks as an acceptance. */
async function assertPlaceFree(tx: Prisma.TransactionClient, enrollment: EnrollmentStatus) {
  const { unnotified } = enrollment;
  if (unnotified?.fromState !== "accepted" || enrollment.decidedState === "accepted") return;
  const place = { specialityId: unnotified.beforeSpecialityId, syllabusId: unnotified.beforeSyllabusId };
  await lockLimits(tx, enrollment.schoolYearId, place);
  if (isFull(createFreePlaceLookup(await readYearPlaces(tx, enrollment.schoolYearId), enrollment)(place)))
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
