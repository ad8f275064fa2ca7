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
  hasUntold: boolean;
  assigned: Place;
  guardiansRefuse: () => Promise<DecisionErrorCode | undefined>;
  isKnown: (place: Place) => Promise<boolean>;
  wishes: () => Promise<Place[]>;
  taught: () => Promise<(place: Place) => boolean>;
  /**
   * Returns a function that lists the blockers of a place.
   * @param lockedPlace locks the limits of this place until the transaction ends
   */
  obstacles: (lockedPlace?: Place) => Promise<(place: Place) => Blocker[]>;
  reasons: () => Promise<OfferedReason[]>;
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

export type ValidatedDecision = {
  transition: Transition;
  place: Place;
  reason: OfferedReason | null;
  words: string | null;
  internalReason: string | null;
  /** The blockers that the head ignores, with a reason. */
  exceptions: Blocker[];
};

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
export async function validateDecision(
  context: DecisionContext,
  wanted: RequestedDecision,
  actor: Actor,
): Promise<ValidatedDecision> {
  if (wanted.version !== undefined && wanted.version !== context.version)
    throwDecisionError("changed_meanwhile");
  const transition = allowedTransition(context, wanted.to, actor);
  const { needs } = transition;
  const objection = needs.includes("guardians") ? await context.guardiansRefuse() : undefined;
  if (objection) throwDecisionError(objection);
  const place = await resolvePlace(context, needs, wanted);
  if (wanted.onlyTaught && !(await context.taught())(place)) throwDecisionError("place_not_taught");
  const obstacles = needs.includes("place") ? (await context.obstacles(place))(place) : [];
  const exceptions = obstacles.filter((obstacle) => needs.includes(needByBlocker[obstacle]));
  const [first] = exceptions;
  if (first && !hasPermission(actor, "decide_against_limits")) throwDecisionError(first);
  return { transition, place, exceptions, ...(await resolveReason(context, transition, wanted, first)) };
}

/**
 * The place of an acceptance without a named place: the one it waits for, else the first choice that is taught, free
 * and that nobody waits for, else the first that is taught, else the first. Undefined without choices.
 */
export async function getPreselectedPlace(
  context: Pick<DecisionContext, "decidedState" | "assigned" | "wishes" | "taught" | "obstacles">,
): Promise<Place | undefined> {
  if (context.decidedState === "waiting") return context.assigned;
  const wishes = await context.wishes();
  const taught = wishes.filter(await context.taught());
  const obstacles = await context.obstacles();
  return taught.find((wish) => obstacles(wish).length === 0) ?? taught[0] ?? wishes[0];
}

function allowedTransition({ decidedState, hasUntold }: DecisionContext, to: EnrollmentState, actor: Actor) {
  const transition = findTransition(decidedState, to);
  if (!transition) throw new DecisionError("not_allowed", { from: decidedState, to });
  if (!isAllowedFor(actor, transition, { untold: hasUntold })) throwDecisionError("no_right");
  return transition;
}

async function resolvePlace(
  context: DecisionContext,
  needs: Transition["needs"],
  wanted: RequestedDecision,
): Promise<Place> {
  const { specialityId = null, syllabusId = null } = wanted;
  const isNamed = specialityId !== null || syllabusId !== null;
  const named = isNamed ? { specialityId, syllabusId } : undefined;
  if (named && !(await context.isKnown(named))) throwDecisionError("place_unknown");
  if (needs.includes("list")) return named ?? throwDecisionError("list_missing");
  if (!needs.includes("place")) return NO_PLACE;
  return named ?? (await getPreselectedPlace(context)) ?? throwDecisionError("place_missing");
}

/** An announced reason comes with the announced text; with an internal reason the text is internal too. */
async function resolveReason(
  context: DecisionContext,
  { needs, to }: Transition,
  input: RequestedDecision,
  exception: Blocker | undefined,
) {
  const [words, internalReason] = [input.words, input.internalReason].map((text) => text?.trim() || null);
  const told = needs.includes("reason");
  const needed = told || needs.includes("why") || exception !== undefined;
  if (exception && (!input.reason || !(words ?? internalReason))) throwDecisionError(exception);
  if (needed && !input.reason) throwDecisionError("reason_missing");

  const reason = input.reason ? pickReason(await context.reasons(), input.reason, to) : null;
  const inside = [internalReason, told ? null : words].filter((text) => text != null).join("\n");
  if ([words ?? "", inside].some((text) => text.length > MAX_TEXT_LENGTH))
    throwDecisionError("words_too_long");
  return { reason, words: told ? (words ?? null) : null, internalReason: inside || null };
}

function throwDecisionError(code: DecisionErrorCode): never {
  throw new DecisionError(code);
}
