import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { lockLimits } from "@/lib/decisions/places/limits";
import { stateNames } from "@/lib/enrollment/states";
import { toRecordedActor } from "@/lib/people/audit";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { defineAction } from "@/lib/people/verb";
import { columnId, columnInteger } from "@/lib/platform/columns";
import { addMinutes } from "@/lib/platform/dates";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { findGuardianBlockers } from "./disagreements";
import { createFreePlaceLookup, listBlockers } from "./free-places";
import { getNotifyDelayMinutes } from "./hold";
import { type DecisionContext, type ValidatedDecision, validateDecision, type RequestedDecision } from "./judge";
import { getAssignedPlace, isKnownPlace, getRequestedPlaces } from "./place";
import { readYearPlaces } from "./read-year";
import { listOfferedReasons } from "./reasons";
import { recordDecision } from "./record-decision";
import { DecisionError } from "./refusal";
import { lockPair, DUPLICATE_REASON, findDuplicateReason } from "./repeated";
import { lockEnrollmentStatus, type EnrollmentStatus } from "./standing";
import { notifyDecision } from "./tell";
import type { YearPlaces } from "./year-places";

/** When a decision is told: at once, after the school's minutes, or with the list of its year. */
export const notifyWhen = ["held", "now", "with_list"] as const;

const id = columnId.optional();
const text = z.string().optional();

const decision = z.object({
  reference: z.string(),
  to: z.enum(stateNames),
  version: columnInteger.optional(),
  specialityId: id,
  syllabusId: id,
  reason: text,
  words: text,
  internalReason: text,
  tell: z.enum(notifyWhen).optional(),
  /** The enrollment that stands instead of this one, which is withdrawn as repeated (desk 39). */
  repeats: text,
} satisfies Record<keyof RequestedDecision | "reference" | "tell" | "repeats", z.ZodType>);

export type DecisionInput = z.input<typeof decision>;

/** A decision that was judged, and how the enrollment stands: nothing is written yet. */
export type ValidatedEnrollmentDecision = ValidatedDecision & { standing: EnrollmentStatus };

/**
 * Decides on an enrollment, in the caller's transaction where there is one; what is to be told now is told by the
 * worker, in seconds. Returns the decision's id.
 * @throws DecisionRefusal, StaffRefusal, Refused
 */
export const decide = defineAction("decided", "decide", decision, async ({ tx, actor, now }, input) => {
  const id = randomUUID();
  const withList = input.tell === "with_list";
  const minutes = input.tell === "now" ? 0 : await getNotifyDelayMinutes();
  const tellAt = withList ? null : addMinutes(now, minutes);
  const checked = await validateEnrollmentDecision(tx, input, actor);
  const { repeats = null } = input;
  await recordDecision(tx, { ...checked, id, repeats, actor: toRecordedActor(actor), now, withList, tellAt });
  return id;
});

/** The same, and tells at once what is to be told now. */
export async function decideAndNotify(input: DecisionInput, actor: Actor, now: Date): Promise<string> {
  const id = await decide(input, actor, now);
  if (input.tell === "now") await notifyDecision(id, now).catch(ignoreDatabaseUnavailable);
  return id;
}

/** It is decided by now, and due: with the database away for a moment the worker tells it. */
function ignoreDatabaseUnavailable(error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error;
}

/**
 * Checks a decision against the table, the places, the waiting list and the school's reasons. The
 * enrollment and the limits that concern it are held until the transaction ends.
 * @param year the places of its year where they were read before, for a decision that is only shown
 * @throws DecisionRefusal, StaffRefusal
 */
export async function validateEnrollmentDecision(
  tx: Prisma.TransactionClient,
  input: DecisionInput,
  actor: Actor,
  year?: YearPlaces,
): Promise<ValidatedEnrollmentDecision> {
  requirePermission(actor, "decide");
  const { repeats } = input;
  if (repeats) await lockPair(tx, [input.reference, repeats]);
  const standing = await lockEnrollmentStatus(tx, { reference: input.reference });
  if (standing.student.erasedAt && !isPlainWithdrawal(input)) throw new DecisionError("erased");
  const it = createDecisionContext(tx, standing, year && (async () => year));
  if (!repeats) return { standing, ...(await validateDecision(it, input, actor)) };
  const reasons = () => findDuplicateReason(tx, standing.id, repeats);
  const wanted = { ...input, reason: DUPLICATE_REASON };
  return { standing, ...(await validateDecision({ ...it, reasons }, wanted, actor)) };
}

/** All that is still decided on somebody who was erased: a place that they had, or wait for, is given up. */
const isPlainWithdrawal = ({ to, words, internalReason }: DecisionInput) =>
  to === "withdrawn" && !words?.trim() && !internalReason?.trim();

/** An enrollment as it stands in the transaction; `year` are the places of its year where they were read already. */
export const createDecisionContext = (
  tx: Prisma.TransactionClient,
  standing: EnrollmentStatus,
  year = () => readYearPlaces(tx, standing.schoolYearId),
): DecisionContext => ({
  version: standing.version,
  decidedState: standing.decidedState,
  hasUntold: standing.untold !== undefined,
  assigned: getAssignedPlace(standing),
  guardiansRefuse: async () => (await findGuardianBlockers(tx, [standing.id])).get(standing.id),
  isKnown: (place) => isKnownPlace(standing, place),
  wishes: () => getRequestedPlaces(tx, standing.id),
  obstacles: async (held) => {
    if (held) await lockLimits(tx, standing.schoolYearId, held);
    const left = createFreePlaceLookup(await year(), standing);
    return (place) => listBlockers(left(place));
  },
  reasons: () => listOfferedReasons(tx),
});
