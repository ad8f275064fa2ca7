import type { EnrollmentState } from "@/generated/prisma/enums";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";

/** The deciders of a transition: members of the desk with one of these rights, and the family. */
const deskRights = ["decide", "put_back"] as const;

type Decider = (typeof deskRights)[number] | "family";

/**
 * When: always, while the previous decision is not announced, until the school's day for accepted families, or within
 * a day of the withdrawal.
 */
type TransitionWindow = "always" | "while_untold" | "until_the_day" | "within_a_day";

/**
 * The conditions of a transition. `guardians`: nobody disagrees and required answers exist; `place`: a free one is
 * assigned; `turn`: nobody on the waiting list comes first; `list`: the place to wait for; `reason`: announced to the
 * family; `why`: internal. The head may ignore `place` and `turn` with an internal reason.
 */
type Need = "guardians" | "place" | "turn" | "list" | "reason" | "why";

export type Transition = {
  from: readonly EnrollmentState[];
  to: EnrollmentState;
  who: Partial<Record<Decider, TransitionWindow>>;
  needs: readonly Need[];
};

const office = { decide: "always" } as const;

/** All transitions between states (desk, "Decisions and places"). */
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

/** Whether a member of the desk may make a transition; the family's deadlines are checked elsewhere. */
export const isAllowedFor = (actor: Actor, { who }: Transition, { untold }: { untold: boolean }): boolean =>
  deskRights.some(
    (right) =>
      hasPermission(actor, right) && (who[right] === "always" || (who[right] === "while_untold" && untold)),
  );
