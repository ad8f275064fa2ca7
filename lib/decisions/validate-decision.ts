import type { EnrollmentState } from "@/generated/prisma/enums";
import { NO_PLACE, type Place } from "@/lib/decisions/place";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { DecisionError, type DecisionErrorCode, MAX_TEXT_LENGTH } from "./decision-error";
import { type OfferedReason, pickReason } from "./reasons";
import { findTransition, isAllowedFor, type Transition } from "./transitions";

/**
 * What a decision is judged by: read and held in the transaction that makes it, or read for many at once where they
 * are tried (lib/desk/bulk/preview-decisions.ts).
 */
export type DecisionContext = {
  version: number;
  decidedState: EnrollmentState;
  hasUntold: boolean;
  /** What was decided on before. */
  assigned: Place;
  guardiansRefuse: () => Promise<DecisionErrorCode | undefined>;
  isKnown: (place: Place) => Promise<boolean>;
  /** The family's choices as places, in their order. */
  wishes: () => Promise<Place[]>;
  /**
   * What stands in the way of a place, found when it is asked.
   * @param lockedPlace the place whose limits are held until the transaction ends
   */
  obstacles: (lockedPlace?: Place) => Promise<(place: Place) => Blocker[]>;
  reasons: () => Promise<OfferedReason[]>;
};

export type RequestedDecision = {
  to: EnrollmentState;
  /** How it stood when somebody decided; without one, as it stands now. */
  version?: number;
  specialityId?: number;
  syllabusId?: number;
  /** A code of the school's reasons. */
  reason?: string;
  /** The school's own words: told where the reason is, kept inside where it is not. */
  words?: string;
  /** Kept inside in any case. */
  internalReason?: string;
};

export type Blocker = "no_place" | "not_the_turn" | "round_open";

/** The decision as it would be made. */
export type ValidatedDecision = {
  transition: Transition;
  place: Place;
  reason: OfferedReason | null;
  words: string | null;
  internalReason: string | null;
  /** What stood in the way and was decided against, by the head with a reason. */
  exceptions: Blocker[];
};

const needed = { no_place: "place", not_the_turn: "turn", round_open: "turn" } as const satisfies Record<
  Blocker,
  string
>;

/**
 * Whether a decision can be made, by the table, the guardians, the places, the waiting list and the school's
 * reasons, in this order: the one judgement of pages that show it before and of what makes it.
 *
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
  const place = await placeFor(context, needs, wanted);
  const obstacles = needs.includes("place") ? (await context.obstacles(place))(place) : [];
  const exceptions = obstacles.filter((obstacle) => needs.includes(needed[obstacle]));
  const [first] = exceptions;
  if (first && !hasPermission(actor, "decide_against_limits")) throwDecisionError(first);
  return { transition, place, exceptions, ...(await reasonsFor(context, transition, wanted, first)) };
}

/**
 * What an acceptance is for when nothing was named: what it waits for, else the family's first choice
 * with a place that is free and that nobody waits for, else their first one. Undefined when they chose nothing.
 */
export async function getPreselectedPlace(
  context: Pick<DecisionContext, "decidedState" | "assigned" | "wishes" | "obstacles">,
): Promise<Place | undefined> {
  if (context.decidedState === "waiting") return context.assigned;
  const wishes = await context.wishes();
  const obstacles = await context.obstacles();
  return wishes.find((wish) => obstacles(wish).length === 0) ?? wishes[0];
}

function allowedTransition({ decidedState, hasUntold }: DecisionContext, to: EnrollmentState, actor: Actor) {
  const transition = findTransition(decidedState, to);
  if (!transition) throw new DecisionError("not_allowed", { from: decidedState, to });
  if (!isAllowedFor(actor, transition, { untold: hasUntold })) throwDecisionError("no_right");
  return transition;
}

async function placeFor(
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

/** A reason that is told comes with words that are told; a reason that is not keeps its words inside. */
async function reasonsFor(
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
