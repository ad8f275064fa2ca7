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

/** Writes a decision, how the enrollment stands after it, and the entry of the record. */
export async function recordDecision(tx: Prisma.TransactionClient, decision: DecisionRecord): Promise<void> {
  const { id, standing, transition, place, actor, now } = decision;
  const { to } = transition;
  await writeEnrollmentStatus(tx, standing, {
    decidedState: to,
    assignedSpecialityId: place.specialityId,
    assignedSyllabusId: place.syllabusId,
  });
  if (standing.untold) await settleDecision(tx, standing.untold.id, "superseded", now, id);
  const silent = await isAlreadyNotified(tx, standing, to, place);
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
      ...(silent ? { status: "nothing_to_tell", settledAt: now } : { tellAt: decision.tellAt }),
    },
    select: { id: true },
  });
  await writeDecisionEntry(tx, decision);
}

type Settled = "told" | "undone" | "superseded" | "void";

/** Ends an untold decision, and says how. */
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

/** Whether the family has been told just that: back to what they know, nothing is to be told. */
export async function isAlreadyNotified(
  tx: Prisma.TransactionClient,
  standing: Pick<EnrollmentStatus, "id" | "state">,
  to: EnrollmentState,
  place: Place,
): Promise<boolean> {
  if (standing.state !== to) return false;
  return isSamePlace(await getNotifiedPlace(tx, standing.id), place);
}

/** The place that the family was last told of. */
export async function getNotifiedPlace(tx: Prisma.TransactionClient, enrollmentId: string): Promise<Place> {
  const told = await tx.decision.findFirst({
    where: { enrollmentId, status: "told" },
    orderBy: [{ settledAt: "desc" }, { decidedAt: "desc" }],
    select: { specialityId: true, syllabusId: true },
  });
  return told ?? { specialityId: null, syllabusId: null };
}

/** How long the school lets a decision wait before it is told. */
export const getNotifyDelayMinutes = async () => (await getSettings()).decision_hold_minutes;

/**
 * Takes an untold decision back, that very one where it is named: state and place are what they were before it, and
 * nobody outside the desk ever hears of it. A decision that it had replaced while untold is open again.
 * @throws DecisionError `nothing_to_undo` when it has been told; `no_place` when the place that it
 *   gave up has been given to somebody else
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
