import { in_, type Mutant } from "../mutant";

const FREE = "lib/decisions/free-places.test.ts";
const TRIED = "lib/desk/bulk/try-decisions.test.ts";
const STAFF = "lib/staff/staff.test.ts";

/** What the desk is shown before it decides on many, and who is let in there. */
export const desk: Mutant[] = [
  ...in_("lib/decisions/free-places.ts", FREE, [
    ["admission 10: who waits counts for nobody", "outOfTurn: own.some(isTaken) ||", "outOfTurn:"],
    [
      "admission 10: one more is open than nobody waits for",
      ") >= Math.max(limit.free, 1)",
      ") > Math.max(limit.free, 1)",
    ],
    ["admission 10: who waits after somebody comes before them", "!listed || isBefore(one, who)", "true"],
    [
      "desk 22: on a list without a limit nobody keeps the order",
      "(listed && lists.some(",
      "(false && lists.some(",
    ],
    [
      "admission 10: who waits for a part within the limit is passed over",
      "isPart(limit, list) || isPart(list, place) ? Math",
      "isPart(list, place) ? Math",
    ],
    [
      "admission 10: who waits for a part of it is passed over",
      "isPart(limit, list) || isPart(list, place) ? Math",
      "isPart(limit, list) ? Math",
    ],
    [
      "admission 10: who waits for what is full stands in everybody's way",
      "Math.min(ahead(list), room(list, limit))",
      "ahead(list)",
    ],
    ["desk 24: who has a place waits on", "waiting = list.waiting.filter(", "waiting.filter("],
    ["desk 24: whoever is accepted takes no place", "limit.free -= 1", "limit.free -= 0"],
  ]),
  ...in_("lib/decisions/decide.ts", FREE, [
    [
      "desk 20: of two at once both get the last place",
      "if (hold) for (const place of places)",
      "if (false) for (const place of places)",
    ],
  ]),
  ...in_("lib/decisions/disagreements.ts", TRIED, [
    [
      "desk 24: a disagreement that was settled stands in the way",
      "d.enrollment_id = e.id and d.settled_at is null",
      "d.enrollment_id = e.id",
    ],
    ["desk 24: the first guardian's answer is waited for", "and g.position > 1\n", "\n"],
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
    [
      "families 17: words against one enrollment stop every other",
      "where d.enrollment_id = e.id and d.settled",
      "where d.settled",
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
