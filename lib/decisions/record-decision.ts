import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { isSamePlace, type Place } from "@/lib/decisions/places/limits";
import { type RecordedActor, writeAuditEntry } from "@/lib/people/audit";
import { type EnrollmentStatus, writeEnrollmentStatus } from "./standing";
import type { Transition } from "./transitions";

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
