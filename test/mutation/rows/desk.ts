import { in_, type Mutant } from "../mutant";

const FORESEEN = "lib/desk/bulk/foresee.test.ts";
const STAFF = "lib/staff/staff.test.ts";

/** What the desk is shown before it decides on many, and who is let in there. */
export const desk: Mutant[] = [
  ...in_("lib/desk/bulk/moving-places.ts", FORESEEN, [
    ["desk 24: who a test key has accepted takes a place", "= 'accepted' and not test", "= 'accepted'"],
    ["desk 24: who waits in a sandbox comes first", "= 'waiting' and not test", "= 'waiting'"],
    ["desk 24: one more is foreseen than there are places", ">= (places.get(key)", "> (places.get(key)"],
    [
      "desk 24: whoever is foreseen to be accepted takes no place",
      'if (to === "accepted") take(place, row);',
      "",
    ],
    ["desk 24: whoever is foreseen to be accepted still waits", "gone.add(row.id);", ""],
    [
      "desk 24: the lowest priority comes first",
      "other.priority - one.priority",
      "one.priority - other.priority",
    ],
    [
      "desk 24: who was sent last comes first",
      "one.createdAt - other.createdAt",
      "other.createdAt - one.createdAt",
    ],
  ]),
  ...in_("lib/desk/bulk/foresee.ts", FORESEEN, [
    [
      "desk 24: a disagreement that was settled stands in the way",
      "from disagreements where settled_at is null",
      "from disagreements",
    ],
    [
      "desk 24: the first guardian's answer is waited for",
      "g.position > 1 and g.confirmed_at",
      "g.confirmed_at",
    ],
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
  ]),
  {
    what: "desk 24: what was not told is not seen",
    file: "lib/desk/bulk/foresee.ts",
    from: "where status = 'untold'",
    to: "where false",
    killedBy: FORESEEN,
    equivalent: "it decides only whether a secretary may put somebody back, which is done to one at a time",
  },
  ...in_("lib/desk/bulk/forecast.ts", FORESEEN, [
    [
      "desk 24: a guardian's disagreement is not foreseen",
      'if (row.disagrees) return "disagreement_open";',
      "",
    ],
    ["desk 24: of all who wish alike the first one's turn counts", "looked.atPlaces = true;", ""],
    ["desk 24: all who stand alike get what the first one wishes", "looked.atWishes = true;", ""],
  ]),
  ...in_("lib/desk/bulk/preview.ts", FORESEEN, [
    [
      "desk 24: who gets another place is said to hear nothing",
      "|| !isSamePlace(place, told.get(id) ?? NOWHERE)",
      "",
    ],
  ]),
  ...in_("lib/decisions/record-decision.ts", FORESEEN, [
    [
      "desk 24: what was not told counts as told",
      "where status = 'told' and enrollment_id",
      "where enrollment_id",
    ],
  ]),
  ...in_("lib/decisions/disagreements.ts", FORESEEN, [
    [
      "families 17: words against one enrollment stop every other",
      "where: { enrollmentId: id, settledAt: null } });",
      "where: { settledAt: null } });",
    ],
  ]),
  ...in_("lib/decisions/messages.ts", FORESEEN, [
    ["desk 24: a mail to who is kept apart is counted", "and not g.kept_apart)`", ")`"],
    [
      "desk 24: a mail to who has not confirmed is counted",
      "g.confirmed_at is not null and g.denied",
      "g.denied",
    ],
  ]),
  ...in_("lib/family/unreached.ts", "lib/family/new-email.test.ts", [
    [
      "families 10: a second guardian corrects the child's address",
      "and g.position = 1 and g.denied_at is null)",
      "and g.denied_at is null)",
    ],
  ]),
  ...in_("lib/staff/second-factor.ts", STAFF, [
    ["desk 4: a code of five minutes ago opens the desk", "window: 1 }", "window: 10 }"],
    ["desk 4: a phone whose clock is slow is refused", "window: 1 }", "window: 0 }"],
    ["desk 4: six wrong codes", "WRONG_CODES = 5", "WRONG_CODES = 6"],
    ["desk 4: a wrong code counts after a right one", "data: { codeFailures: 0 },", "data: {},"],
    ["desk 4: a code works twice", "totpLastStep: { lt: step }", "totpLastStep: { lte: step }"],
  ]),
];
