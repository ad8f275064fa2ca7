import { in_, type Mutant } from "../mutant";

const WORLDS = "lib/sandbox/worlds.test.ts";

/** What is of a test key and must not show, count or be touched at the desk. */
export const worlds: Mutant[] = [
  ...in_("lib/desk/waiting.ts", WORLDS, [
    [
      "test data is to be decided on",
      "e.decided_state = 'pending' and not e.test",
      "e.decided_state = 'pending'",
    ],
    ["test data is to be told", "decided_state <> state and not test", "decided_state <> state"],
    ["test data is overtaken", "OVERTAKEN}) as overtaken", "OVERTAKEN} or e.test) as overtaken"],
    ["test data's mails are lost", "where not e.test) as mail", "where true) as mail"],
    [
      "guardians in a sandbox disagree",
      "DISAGREEMENT}) as disagreement",
      "DISAGREEMENT} or e.test) as disagreement",
    ],
    [
      "families in a sandbox ask for corrections",
      "CORRECTION}) as correction",
      "CORRECTION} or e.test) as correction",
    ],
    ["people in a sandbox ask for their data", "and p.sandbox_id = 0", ""],
  ]),
  ...in_("lib/desk/correct/to-correct.ts", WORLDS, [
    ["the desk corrects a tester's answers", "where: { reference, ...ofLive }", "where: { reference }"],
  ]),
  ...in_("lib/desk/corrections.ts", WORLDS, [
    [
      "the desk answers a tester's wish",
      "OR: [\n      { enrollments: { some: { reference, ...ofLive } } }",
      "OR: [\n      { enrollments: { some: { reference } } }",
    ],
  ]),
  ...in_("lib/desk/paper-known.ts", WORLDS, [
    ["a tester's child is enrolled on paper", "where: { reference, ...ofLive }", "where: { reference }"],
  ]),
  ...in_("lib/desk/resend.ts", WORLDS, [
    ["the desk corrects a tester's address", "where: { reference, ...ofLive }", "where: { reference }"],
  ]),
  ...in_("lib/desk/mark-guardian.ts", WORLDS, [
    ["the desk marks a tester's guardian", "and not e.test order", "order"],
  ]),
  ...in_("lib/desk/data-requests.ts", WORLDS, [
    ["the desk answers for a tester's data", ", person: { sandboxId: LIVE }", ""],
  ]),
  ...in_("lib/decisions/waiting-list.ts", WORLDS, [
    ["testers stand on the school's waiting lists", "= 'waiting' and not e.test", "= 'waiting'"],
  ]),
  ...in_("lib/decisions/tell-list.ts", WORLDS, [
    ["testers are told with the school's list", ", tellAt, enrollment: ofLive", ", tellAt"],
  ]),
];
