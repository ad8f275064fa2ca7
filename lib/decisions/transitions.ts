import type { EnrollmentState } from "@/generated/prisma/enums";

/** Who decides: the desk's two parts (an administrator is a head), and the family. */
export type Decider = "secretary" | "head" | "family";

/**
 * When somebody may: at any time, only while the decision before is untold, until the school's day
 * for accepted families, within a day of the withdrawal.
 */
export type When = "always" | "while_untold" | "until_the_day" | "within_a_day";

/**
 * What a transition needs. `guardians`: none disagrees, each that is waited for has answered; `place`: one is assigned, and free; `turn`: nobody on the waiting list comes
 * first; `list`: what is waited for; `reason`: one that is told, `why`: one that is not. Without a free
 * place or the turn the head may decide all the same, with a reason that is not told.
 */
type Need = "guardians" | "place" | "turn" | "list" | "reason" | "why";

export type Transition = {
  from: readonly EnrollmentState[];
  to: EnrollmentState;
  who: Partial<Record<Decider, When>>;
  needs: readonly Need[];
};

const office = { secretary: "always", head: "always" } as const;

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
    who: { secretary: "while_untold", head: "always" },
    needs: ["why"],
  },
  { from: ["withdrawn"], to: "pending", who: { ...office, family: "within_a_day" }, needs: [] },
];

export const transitionOf = (from: EnrollmentState, to: EnrollmentState): Transition | undefined =>
  transitions.find((transition) => transition.from.includes(from) && transition.to === to);

/** From where there is a way to a state, for anybody. */
export const statesBefore = (to: EnrollmentState): EnrollmentState[] =>
  transitions.flatMap((transition) => (transition.to === to ? transition.from : []));

/** Whether a decision's reason is told with it; any other reason stays inside the school. */
export const tellsReason = (to: EnrollmentState): boolean =>
  transitions.some((transition) => transition.to === to && transition.needs.includes("reason"));

/** Whether the office's conditions are met; the family's days are checked where the family decides. */
export const allows = (when: When | undefined, { untold }: { untold: boolean }): boolean =>
  when !== undefined && (when !== "while_untold" || untold);
