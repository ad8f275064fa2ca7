import { in_, type Mutant } from "../mutant";

const FORESEEN = "lib/desk/bulk/foresee.test.ts";
const STAFF = "lib/staff/staff.test.ts";

/** What the desk is shown before it decides on many, and who is let in there. */
export const desk: Mutant[] = [
  ...in_("lib/desk/bulk/foresee.ts", FORESEEN, [
    [
      "desk 24: who a test key has accepted takes a place",
      "decided_state = 'accepted' and not test",
      "decided_state = 'accepted'",
    ],
    [
      "desk 24: who waits in a sandbox comes first",
      "decided_state = 'waiting' and not test",
      "decided_state = 'waiting'",
    ],
    ["desk 24: one more is foreseen than there are places", ">= limit.places", "> limit.places"],
    [
      "desk 24: whoever is foreseen to be accepted takes no place",
      'if (to === "accepted") take(place, row);',
      "",
    ],
    ["desk 24: whoever is foreseen to be accepted still waits", "waiting.delete(row.id);", ""],
    [
      "desk 24: the lowest priority comes first",
      "other.priority - one.priority",
      "one.priority - other.priority",
    ],
    [
      "desk 24: who was sent last comes first",
      "one.createdAt.getTime() - other",
      "-one.createdAt.getTime() + other",
    ],
    [
      "desk 24: a disagreement that was settled stands in the way",
      "o.settled_at is null) as disagrees",
      "true) as disagrees",
    ],
    ["desk 24: the first guardian's answer is waited for", "and g.position > 1", ""],
    [
      "desk 24: who denies a child is waited for",
      "and g.denied_at is null and not g.kept_apart",
      "and not g.kept_apart",
    ],
    [
      "desk 24: who is kept apart is waited for",
      "and g.denied_at is null and not g.kept_apart",
      "and g.denied_at is null",
    ],
    [
      "desk 24: words against another enrollment are an answer",
      "o.enrollment_id = e.id and o.guardian_id",
      "o.guardian_id",
    ],
    ["desk 24: nobody has been told of a place", "d.enrollment_id = e.id and d.status = 'told'", "false"],
  ]),
  ...in_("lib/desk/bulk/forecast.ts", FORESEEN, [
    [
      "desk 24: an answer is waited for where the school does not ask",
      "answerNeeded && row.unanswered",
      "row.unanswered",
    ],
    [
      "desk 24: a guardian's disagreement is not foreseen",
      'if (row.disagrees) return "disagreement_open";',
      "",
    ],
  ]),
  ...in_("lib/desk/bulk/preview.ts", FORESEEN, [
    ["desk 24: who gets another place is said to hear nothing", "&& isSamePlace(found.place, row.told)", ""],
  ]),
  ...in_("lib/decisions/messages.ts", FORESEEN, [
    ["desk 24: a mail to who is kept apart is counted", "and not g.kept_apart)`", ")`"],
    [
      "desk 24: a mail to who has not confirmed is counted",
      "g.confirmed_at is not null and g.denied",
      "g.denied",
    ],
  ]),
  {
    what: "desk 24: what was not told is not seen",
    file: "lib/desk/bulk/foresee.ts",
    from: "d.status = 'untold'",
    to: "false",
    killedBy: FORESEEN,
    equivalent: "it decides only whether a secretary may put somebody back, which is done to one at a time",
  },
  ...in_("lib/staff/second-factor.ts", STAFF, [
    ["desk 4: a code of five minutes ago opens the desk", "window: 1 }", "window: 10 }"],
    ["desk 4: a phone whose clock is slow is refused", "window: 1 }", "window: 0 }"],
    ["desk 4: six wrong codes", "WRONG_CODES = 5", "WRONG_CODES = 6"],
    ["desk 4: a wrong code counts after a right one", "data: { codeFailures: 0 },", "data: {},"],
    ["desk 4: a code works twice", "totpLastStep: { lt: step }", "totpLastStep: { lte: step }"],
  ]),
];
