import type { EnrollmentState } from "@/generated/prisma/enums";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";

/** Who decides: whoever at the desk has one of these rights, and the family. */
const deskRights = ["decide", "put_back"] as const;

type Decider = (typeof deskRights)[number] | "family";

/**
 * When somebody may: at any time, only while the decision before is untold, until the school's day
 * for accepted families, within a day of the withdrawal.
 */
export type TransitionWindow = "always" | "while_untold" | "until_the_day" | "within_a_day";

/**
 * What a transition needs. `guardians`: none disagrees, each that is waited for has answered; `place`: one is assigned, and free; `turn`: nobody on the waiting list comes
 * first; `list`: what is waited for; `reason`: one that is told, `why`: one that is not. Without a free
 * place or the turn the head may decide all the same, with a reason that is not told.
 */
type Need = "guardians" | "place" | "turn" | "list" | "reason" | "why";

export type Transition = {
  from: readonly EnrollmentState[];
  to: EnrollmentState;
  who: Partial<Record<Decider, TransitionWindow>>;
  needs: readonly Need[];
};

const office = { decide: "always" } as const;

/** Every way from one state to another; there is no other (desk, "Decisions and places"). */
export const transitions: readonly Transition[] = [
  { from: ["pending"], to: "accepted", who: office, needs: ["guardians", "place", "turn"] },
  { from: ["pending", "waiting"], to: "rejected", who: office, needs: ["reason"] },
  { from: ["pending"], to: "waiting", who: office, needs: ["list"] },
  { from: ["waiting"], to: "accepted", who: office, needs: ["guardians", "place", "turn"] },
  { from: ["pending", "waiting"], to: "withdrawn", who: { ...office, family: "always" }, needs: ["reason"] },
  { from: ["accepted"], to: "withdrawn", who: { ...office, family: "until_the_day" }, needs: ["reason"] },
  {
    from: ["accepted", "rejected", "waiting"],
    to: "pending",
    who: { decide: "while_untold", put_back: "always" },
    needs: ["why"],
  },
  { from: ["withdrawn"], to: "pending", who: { ...office, family: "within_a_day" }, needs: [] },
];

export const findTransition = (from: EnrollmentState, to: EnrollmentState): Transition | undefined =>
  transitions.find((transition) => transition.from.includes(from) && transition.to === to);

/** From where there is a way to a state, for anybody. */
export const listStatesBefore = (to: EnrollmentState): EnrollmentState[] =>
  transitions.flatMap((transition) => (transition.to === to ? transition.from : []));

/** Whether a decision's reason is told with it; any other reason stays inside the school. */
export const includesReason = (to: EnrollmentState): boolean =>
  transitions.some((transition) => transition.to === to && transition.needs.includes("reason"));

/** Whether somebody at the desk may make it; the family's days are checked where the family decides. */
export const isAllowedFor = (actor: Actor, { who }: Transition, { untold }: { untold: boolean }): boolean =>
  deskRights.some(
    (right) =>
      hasPermission(actor, right) && (who[right] === "always" || (who[right] === "while_untold" && untold)),
  );
