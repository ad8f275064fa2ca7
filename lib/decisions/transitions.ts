import type { EnrollmentState } from "@/generated/prisma/enums";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";

/** The deciders of a transition: members of the desk with one of these rights, and the family. */
const deskRights = ["decide", "put_back"] as const;

type Decider = (typeof deskRights)[number] | "family";

/**
 * When: always, while the previous decision is not announced, until the school's day for accepted families, or within
 * a day of the withdrawal.
 */
type TransitionWindow = "always" | "while_unnotified" | "until_deadline" | "within_a_day";

/**
 * The conditions of a transition. `guardians`: nobody disagrees and required answers exist; `place`: a free one is
 * assigned; `turn`: nobody on the waiting list comes first; `list`: the place to wait for; `reason`: announced to the
 * family; `why`: internal. The head may ignore `place` and `turn` with an internal reason.
 */
type Need = "guardians" | "place" | "turn" | "list" | "reason" | "why";

export type Transition = {
  from: readonly EnrollmentState[];
  to: EnrollmentState;
  allow: Partial<Record<Decider, TransitionWindow>>;
  needs: readonly Need[];
};

const desk = { decide: "always" } as const;

/** All transitions between states (desk, "Decisions and places"). */
export const transitions: readonly Transition[] = [
  { from: ["pending"], to: "accepted", allow: desk, needs: ["guardians", "place", "turn"] },
  { from: ["pending", "waiting"], to: "rejected", allow: desk, needs: ["reason"] },
  { from: ["pending"], to: "waiting", allow: desk, needs: ["list"] },
  { from: ["waiting"], to: "accepted", allow: desk, needs: ["guardians", "place", "turn"] },
  { from: ["pending", "waiting"], to: "withdrawn", allow: { ...desk, family: "always" }, needs: ["reason"] },
  { from: ["accepted"], to: "withdrawn", allow: { ...desk, family: "until_deadline" }, needs: ["reason"] },
  {
    from: ["accepted", "rejected", "waiting"],
    to: "pending",
    allow: { decide: "while_unnotified", put_back: "always" },
    needs: ["why"],
  },
  { from: ["withdrawn"], to: "pending", allow: { ...desk, family: "within_a_day" }, needs: [] },
];

export const findTransition = (from: EnrollmentState, to: EnrollmentState): Transition | undefined =>
  transitions.find((transition) => transition.from.includes(from) && transition.to === to);

/** Whether a member of the desk may make a transition; the family's deadlines are checked elsewhere. */
export const isAllowedFor = (actor: Actor, { allow }: Transition, isUnnotified: boolean): boolean =>
  deskRights.some(
    (right) =>
      hasPermission(actor, right) &&
      (allow[right] === "always" || (allow[right] === "while_unnotified" && isUnnotified)),
  );
