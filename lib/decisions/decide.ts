import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { lockLimits } from "@/lib/decisions/places/limits";
import { stateNames } from "@/lib/enrollment/states";
import { recorded } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { verb } from "@/lib/people/verb";
import { columnId, columnInteger } from "@/lib/platform/columns";
import { minutesAfter } from "@/lib/platform/dates";
import { isDatabaseAway } from "@/lib/platform/errors";
import { guardiansRefuse } from "./disagreements";
import { freePlacesFor, obstaclesOf } from "./free-places";
import { holdMinutes } from "./hold";
import { type Case, type Judged, judge, type Wanted } from "./judge";
import { assignedPlace, isKnownPlace, wishedPlaces } from "./place";
import { readYear } from "./read-year";
import { currentReasons } from "./reasons";
import { recordDecision } from "./record-decision";
import { DecisionRefusal } from "./refusal";
import { lockBoth, REPEATED, repeatedReason } from "./repeated";
import { lockStanding, type Standing } from "./standing";
import { tellDecision } from "./tell";
import type { YearPlaces } from "./year-places";

/** When a decision is told: at once, after the school's minutes, or with the list of its year. */
export const tellings = ["held", "now", "with_list"] as const;

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
  tell: z.enum(tellings).optional(),
  /** The enrollment that stands instead of this one, which is withdrawn as repeated (desk 39). */
  repeats: text,
} satisfies Record<keyof Wanted | "reference" | "tell" | "repeats", z.ZodType>);

export type DecisionInput = z.input<typeof decision>;

/** A decision that was judged, and how the enrollment stands: nothing is written yet. */
export type CheckedDecision = Judged & { standing: Standing };

/**
 * Decides on an enrollment, in the caller's transaction where there is one; what is to be told now is told by the
 * worker, in seconds. Returns the decision's id.
 * @throws DecisionRefusal, StaffRefusal, Refused
 */
export const decideIn = verb("decided", "decide", decision, async ({ tx, actor, now }, input) => {
  const id = randomUUID();
  const withList = input.tell === "with_list";
  const minutes = input.tell === "now" ? 0 : await holdMinutes();
  const tellAt = withList ? null : minutesAfter(now, minutes);
  const checked = await checkDecision(tx, input, actor);
  const { repeats = null } = input;
  await recordDecision(tx, { ...checked, id, repeats, actor: recorded(actor), now, withList, tellAt });
  return id;
});

/** The same, and tells at once what is to be told now. */
export async function decide(input: DecisionInput, actor: Actor, now: Date): Promise<string> {
  const id = await decideIn(input, actor, now);
  if (input.tell === "now") await tellDecision(id, now).catch(leaveToWorker);
  return id;
}

/** It is decided by now, and due: with the database away for a moment the worker tells it. */
function leaveToWorker(error: unknown): void {
  if (!isDatabaseAway(error)) throw error;
}

/**
 * Checks a decision against the table, the places, the waiting list and the school's reasons. The
 * enrollment and the limits that concern it are held until the transaction ends.
 * @param year the places of its year where they were read before, for a decision that is only shown
 * @throws DecisionRefusal, StaffRefusal
 */
export async function checkDecision(
  tx: Prisma.TransactionClient,
  input: DecisionInput,
  actor: Actor,
  year?: YearPlaces,
): Promise<CheckedDecision> {
  demand(actor, "decide");
  const { repeats } = input;
  if (repeats) await lockBoth(tx, [input.reference, repeats]);
  const standing = await lockStanding(tx, { reference: input.reference });
  if (standing.student.erasedAt && !givesUp(input)) throw new DecisionRefusal("erased");
  const it = caseOf(tx, standing, year && (async () => year));
  if (!repeats) return { standing, ...(await judge(it, input, actor)) };
  const reasons = () => repeatedReason(tx, standing.id, repeats);
  const wanted = { ...input, reason: REPEATED };
  return { standing, ...(await judge({ ...it, reasons }, wanted, actor)) };
}

/** All that is still decided on somebody who was erased: a place that they had, or wait for, is given up. */
const givesUp = ({ to, words, internalReason }: DecisionInput) =>
  to === "withdrawn" && !words?.trim() && !internalReason?.trim();

/** An enrollment as it stands in the transaction; `year` are the places of its year where they were read already. */
export const caseOf = (
  tx: Prisma.TransactionClient,
  standing: Standing,
  year = () => readYear(tx, standing.schoolYearId),
): Case => ({
  version: standing.version,
  decidedState: standing.decidedState,
  hasUntold: standing.untold !== undefined,
  assigned: assignedPlace(standing),
  guardiansRefuse: async () => (await guardiansRefuse(tx, [standing.id])).get(standing.id),
  isKnown: (place) => isKnownPlace(standing, place),
  wishes: () => wishedPlaces(tx, standing.id),
  obstacles: async (held) => {
    if (held) await lockLimits(tx, standing.schoolYearId, held);
    const left = freePlacesFor(await year(), standing);
    return (place) => obstaclesOf(left(place));
  },
  reasons: () => currentReasons(tx),
});
