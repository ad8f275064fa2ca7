import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { recorded } from "@/lib/audit/write-entry";
import { minutesAfter } from "@/lib/dates";
import { fullLimits, type Place } from "@/lib/places/limits";
import { prisma } from "@/lib/prisma";
import { type Actor, demand } from "@/lib/staff/rights";
import { checkGuardians } from "./disagreements";
import { type Deciding, holdMinutes } from "./hold";
import { asked, NOWHERE, namedPlace, preselectedPlace } from "./place";
import { findReason, type OfferedReason } from "./reasons";
import { recordDecision } from "./record-decision";
import { DecisionRefusal, LONGEST_WORDS } from "./refusal";
import { lockStanding, type Standing } from "./standing";
import { tellDecision } from "./tell";
import { allows, type Decider, type Transition, transitionOf } from "./transitions";
import { aheadOf } from "./waiting-list";
import { deciderOf } from "./who";

/** When a decision is told: at once, after the school's minutes, or with the list of its year. */
export const tellings = ["held", "now", "with_list"] as const;
export type Telling = (typeof tellings)[number];

export type DecisionInput = {
  reference: string;
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
  tell?: Telling;
};

/** The decision as it would be made: everything is checked, nothing written. */
export type CheckedDecision = {
  standing: Standing;
  transition: Transition;
  place: Place;
  reason: OfferedReason | null;
  words: string | null;
  internalReason: string | null;
  /** What stood in the way and was decided against, by the head with a reason. */
  exceptions: Exception[];
};

type Exception = "no_place" | "not_the_turn";

/**
 * Decides on an enrollment; the family hears of it when it is told. Returns the decision's id.
 * @throws DecisionRefusal, StaffRefusal
 */
export async function decide(input: DecisionInput, actor: Actor, now: Date): Promise<string> {
  const minutes = await holdMinutes();
  const id = await prisma().$transaction((tx) => decideIn(tx, input, { actor, now, minutes }));
  if (input.tell === "now") await tellDecision(id, now);
  return id;
}

/** The same in the caller's transaction; what is to be told now is told by the worker, in seconds. */
export async function decideIn(
  tx: Prisma.TransactionClient,
  input: DecisionInput,
  { actor, now, minutes }: Deciding,
): Promise<string> {
  const id = randomUUID();
  const withList = input.tell === "with_list";
  const checked = await checkDecision(tx, input, actor);
  await recordDecision(tx, {
    ...checked,
    id,
    actor: recorded(actor),
    now,
    withList,
    tellAt: withList ? null : minutesAfter(now, input.tell === "now" ? 0 : minutes),
  });
  return id;
}

/**
 * Checks a decision against the table, the places, the waiting list and the school's reasons. The
 * enrollment and the limits that concern it are held until the transaction ends.
 * @throws DecisionRefusal, StaffRefusal
 */
export async function checkDecision(
  tx: Prisma.TransactionClient,
  input: DecisionInput,
  actor: Actor,
): Promise<CheckedDecision> {
  demand(actor, "decide");
  const who = deciderOf(actor) as Decider;
  const standing = await lockStanding(tx, { reference: input.reference, actor });
  if (input.version !== undefined && input.version !== standing.version) {
    throw new DecisionRefusal("changed_meanwhile");
  }
  const transition = allowedTransition(standing, input.to, who);
  if (transition.needs.includes("guardians")) await checkGuardians(tx, standing);
  const place = await placeFor(tx, transition, standing, input);
  const exceptions = await exceptionsTo(tx, transition, standing, place);
  const [first] = exceptions;
  if (first && who !== "head") throw new DecisionRefusal(first);
  return { standing, transition, place, exceptions, ...(await reasonsFor(tx, transition, input, first)) };
}

function allowedTransition({ decidedState, untold }: Standing, to: EnrollmentState, who: Decider) {
  const transition = transitionOf(decidedState, to);
  if (!transition) throw new DecisionRefusal("not_allowed", { from: decidedState, to });
  if (!allows(transition.who[who], { untold: untold !== undefined })) throw new DecisionRefusal("no_right");
  return transition;
}

async function placeFor(
  tx: Prisma.TransactionClient,
  { needs }: Transition,
  standing: Standing,
  input: DecisionInput,
): Promise<Place> {
  const named = await namedPlace(standing, input);
  if (needs.includes("list")) return named ?? refuse("list_missing");
  if (!needs.includes("place")) return NOWHERE;
  return named ?? (await preselectedPlace(tx, standing)) ?? refuse("place_missing");
}

async function exceptionsTo(
  tx: Prisma.TransactionClient,
  { needs }: Transition,
  standing: Standing,
  place: Place,
): Promise<Exception[]> {
  const exceptions: Exception[] = [];
  if (needs.includes("place")) {
    const full = await fullLimits(tx, asked(standing, place), { lock: true });
    if (full.length > 0) exceptions.push("no_place");
  }
  if (needs.includes("turn") && (await aheadOf(tx, standing, place)) > 0) exceptions.push("not_the_turn");
  return exceptions;
}

/** A reason that is told comes with words that are told; a reason that is not keeps its words inside. */
async function reasonsFor(
  tx: Prisma.TransactionClient,
  { needs, to }: Transition,
  input: DecisionInput,
  exception: Exception | undefined,
) {
  const [words, internalReason] = [input.words, input.internalReason].map((text) => text?.trim() || null);
  const told = needs.includes("reason");
  const needed = told || needs.includes("why") || exception !== undefined;
  if (exception && (!input.reason || !(words ?? internalReason))) refuse(exception);
  if (needed && !input.reason) refuse("reason_missing");

  const reason = input.reason ? await findReason(tx, input.reason, to) : null;
  const inside = [internalReason, told ? null : words].filter((text) => text != null).join("\n");
  if ([words ?? "", inside].some((text) => text.length > LONGEST_WORDS)) refuse("words_too_long");
  return {
    reason,
    words: told ? (words ?? null) : null,
    internalReason: inside || null,
  };
}

function refuse(code: DecisionRefusal["code"]): never {
  throw new DecisionRefusal(code);
}
