import type { EnrollmentState } from "@/generated/prisma/enums";
import { NO_PLACE, type Place } from "@/lib/decisions/place";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { DecisionError, type DecisionErrorCode, MAX_TEXT_LENGTH } from "./decision-error";
import { type OfferedReason, pickReason } from "./reasons";
import { findTransition, isAllowedFor, type Transition } from "./transitions";

/**
 * The data for validating a decision: read under locks in its transaction, or read for many decisions at once in a
 * preview (lib/desk/bulk/preview-decisions.ts).
 */
export type DecisionContext = {
  version: number;
  decidedState: EnrollmentState;
  /** The family is not notified of the current decision yet. */
  isUnnotified: boolean;
  assigned: Place;
  findGuardianBlocker: () => Promise<DecisionErrorCode | undefined>;
  isKnownPlace: (place: Place) => Promise<boolean>;
  listChoices: () => Promise<Place[]>;
  /** Returns a check that the catalogue offers a combination. */
  getPairCheck: () => Promise<(place: Place) => boolean>;
  /**
   * Returns a function that lists the blockers of a place.
   * @param lockedPlace locks the limits of this place until the transaction ends
   */
  getBlockers: (lockedPlace?: Place) => Promise<(place: Place) => Blocker[]>;
  listReasons: () => Promise<OfferedReason[]>;
};

export type RequestedDecision = {
  to: EnrollmentState;
  /** The version that the user saw; without it no conflict is detected. */
  version?: number;
  specialityId?: number;
  syllabusId?: number;
  /** Refuses a combination that the catalogue does not have. */
  onlyTaught?: boolean;
  reason?: string;
  /** The school's own text: announced if the reason is, otherwise internal. */
  words?: string;
  internalReason?: string;
};

export type Blocker = "no_place" | "not_the_turn" | "round_open";

const needByBlocker = {
  no_place: "place",
  not_the_turn: "turn",
  round_open: "turn",
} as const satisfies Record<Blocker, string>;

/**
 * Validates a decision against transitions, guardians, places, waiting list and reasons, in this order. Used by
 * previews and by `decide`.
 * @throws DecisionError
 */
export async function validateDecision(context: DecisionContext, input: RequestedDecision, actor: Actor) {
  if (input.version !== undefined && input.version !== context.version)
    throwDecisionError("changed_meanwhile");
  const transition = getTransition(context, input.to, actor);
  const { needs } = transition;
  const guardianBlocker = needs.includes("guardians") ? await context.findGuardianBlocker() : undefined;
  if (guardianBlocker) throwDecisionError(guardianBlocker);
  const place = await resolvePlace(context, needs, input);
  if (input.onlyTaught && !(await context.getPairCheck())(place)) throwDecisionError("place_not_taught");
  const blockers = needs.includes("place") ? (await context.getBlockers(place))(place) : [];
  const exceptions = blockers.filter((blocker) => needs.includes(needByBlocker[blocker]));
  const [first] = exceptions;
  if (first && !hasPermission(actor, "decide_against_limits")) throwDecisionError(first);
  /** `exceptions`: the blockers that the head ignores, with a reason. */
  return { transition, place, exceptions, ...(await resolveReason(context, transition, input, first)) };
}

/**
 * The place of an acceptance without a requested place: the one it waits for, else the first choice that is offered,
 * free and that nobody waits for, else the first that is offered, else the first. Undefined without choices.
 */
export async function getPreselectedPlace(
  context: Pick<
    DecisionContext,
    "decidedState" | "assigned" | "listChoices" | "getPairCheck" | "getBlockers"
  >,
): Promise<Place | undefined> {
  if (context.decidedState === "waiting") return context.assigned;
  const requested = await context.listChoices();
  const offered = requested.filter(await context.getPairCheck());
  const listBlockers = await context.getBlockers();
  return offered.find((place) => listBlockers(place).length === 0) ?? offered[0] ?? requested[0];
}

/** @throws DecisionError `not_allowed`, `no_right` */
export function getTransition(
  { decidedState, isUnnotified }: Pick<DecisionContext, "decidedState" | "isUnnotified">,
  to: EnrollmentState,
  actor: Actor,
) {
  const transition = findTransition(decidedState, to);
  if (!transition) throw new DecisionError("not_allowed", { from: decidedState, to });
  if (!isAllowedFor(actor, transition, isUnnotified)) throwDecisionError("no_right");
  return transition;
}

async function resolvePlace(
  context: DecisionContext,
  needs: Transition["needs"],
  input: RequestedDecision,
): Promise<Place> {
  const { specialityId = null, syllabusId = null } = input;
  const hasPlace = specialityId !== null || syllabusId !== null;
  const requested = hasPlace ? { specialityId, syllabusId } : undefined;
  if (requested && !(await context.isKnownPlace(requested))) throwDecisionError("place_unknown");
  if (needs.includes("list")) return requested ?? throwDecisionError("list_missing");
  if (!needs.includes("place")) return NO_PLACE;
  return requested ?? (await getPreselectedPlace(context)) ?? throwDecisionError("place_missing");
}

/** An announced reason comes with the announced text; with an internal reason the text is internal too. */
async function resolveReason(
  context: DecisionContext,
  { needs, to }: Transition,
  input: RequestedDecision,
  exception: Blocker | undefined,
) {
  const [words, internalReason] = [input.words, input.internalReason].map((text) => text?.trim() || null);
  const isAnnounced = needs.includes("reason");
  const isRequired = isAnnounced || needs.includes("why") || exception !== undefined;
  if (exception && (!input.reason || !(words ?? internalReason))) throwDecisionError(exception);
  if (isRequired && !input.reason) throwDecisionError("reason_missing");

  const reason = input.reason ? pickReason(await context.listReasons(), input.reason, to) : null;
  const internalText = [internalReason, isAnnounced ? null : words].filter((text) => text != null).join("\n");
  if ([words ?? "", internalText].some((text) => text.length > MAX_TEXT_LENGTH))
    throwDecisionError("words_too_long");
  return { reason, words: isAnnounced ? (words ?? null) : null, internalReason: internalText || null };
}

function throwDecisionError(code: DecisionErrorCode): never {
  throw new DecisionError(code);
}
