import { in_, type Mutant } from "../mutant";

/** Mail, decisions, webhooks, privacy, processes, headers. */
export const service: Mutant[] = [
  ...in_("lib/mail/delivery-events.ts", "lib/mail/webhook.test.ts", [
    [
      "who complained is written to again",
      'state === "bounced" || state === "complained"',
      'state === "bounced"',
    ],
    [
      "a bounced address is suppressed by its letters' case",
      "emailKey: emailKey(address)",
      "emailKey: address",
    ],
  ]),
  ...in_("lib/mail/mailbox.ts", "lib/mail/mailbox.test.ts", [
    ["set-up links can be read by everybody on the machine", "mode: 0o600", "mode: 0o644"],
    ["the mailbox can be listed by everybody on the machine", "mode: 0o700", "mode: 0o755"],
    ["the mailbox keeps three hundred days", "const KEPT_MS = 30", "const KEPT_MS = 300"],
    ["the mailbox keeps fifty thousand", "const KEPT = 5_000", "const KEPT = 50_000"],
  ]),
  ...in_("lib/decisions/waiting-list.ts", "lib/decisions/decide.test.ts", [
    [
      "desk 21: a priority moves nobody on the list",
      "order by e.priority desc, e.created_at",
      "order by e.created_at",
    ],
  ]),
  ...in_("lib/decisions/free-places.ts", "lib/decisions/decide.test.ts", [
    ["desk 19: one more than there are places", "free !== null && free <= 0", "free !== null && free < 0"],
    [
      "desk 21: who waits for anything of a speciality is passed over",
      "(part.syllabusId === null || part",
      "(part",
    ],
    [
      "desk 21: who waits for anything with a syllabus is passed over",
      "(part.specialityId === null || part",
      "(part",
    ],
  ]),
  ...in_("lib/decisions/tell.ts", "lib/decisions/tell.test.ts", [
    [
      "desk 23: a decision is told before its time",
      "!untold.tellAt || untold.tellAt > now",
      "!untold.tellAt",
    ],
  ]),
  ...in_("lib/decisions/tell.ts", "lib/family/family.test.ts", [
    ["families 14: who kept one place keeps the next one unasked", ", keepsPlaceAt: null", ""],
  ]),
  ...in_("lib/webhooks/attempt.ts", "lib/webhooks/attempts.test.ts", [
    [
      "5: a secret that was rotated out signs for ever",
      "previousUntil && previousUntil > now",
      "previousUntil",
    ],
    ["5: who answers 410 is asked again", "arrived || isPing || status === 410", "arrived || isPing"],
    ["5: a receiver that fails is switched off after fifty days", "5 * 24 * 3600", "50 * 24 * 3600"],
    ["5: who answers 410 gets a mail about it", "count > 0 && !gone", "count > 0"],
  ]),
  ...in_("lib/webhooks/queue.ts", "lib/webhooks/webhooks.test.ts", [
    ["3: a changed catalogue is told to nobody", "v.type = 'catalogue.changed'", "false"],
    ["3: a live key hears of test data", "not v.test and ", ""],
  ]),
  ...in_("lib/privacy/replay.ts", "lib/privacy/erase.test.ts", [
    ["of two starts that replay erasures one fails", '"unknown_person"', '"only_guardian"'],
  ]),
  ...in_("lib/privacy/retention.ts", "lib/privacy/retention.test.ts", [
    ["people go in the first night after an upgrade", "&& today >= settings.erase_from", ""],
    ["who looked at whom is kept for twenty years", "access_entries: 24", "access_entries: 240"],
  ]),
  ...in_("server/machine-figures.ts", "server/machine-figures.test.ts", [
    ["what a process had counted goes with it", "this.#gone = gone as Figures;", ""],
  ]),
  ...in_("lib/http/page-headers.ts", "lib/http/page-headers.test.ts", [
    ["pages may be framed", "\"frame-ancestors 'none'\",", ""],
    ["forms may be sent elsewhere", "\"form-action 'self'\",", ""],
    ["a base may be set", "\"base-uri 'none'\",", ""],
    ["plugins may run", "\"object-src 'none'\",", ""],
    ["any page may be asked by scripts", "\"connect-src 'self'\",", ""],
    [
      "whoever asks says by which name we are known",
      "if (!isTrustedProxy(socket.remoteAddress)) delete",
      "if (false) delete",
    ],
  ]),
  ...in_("server.ts", "test/connections.test.ts", [
    [
      "a line that nobody closes keeps the server from stopping",
      "for (const socket of sockets) socket.destroy();",
      "",
    ],
  ]),
  ...in_("lib/metrics.ts", "lib/http/health.test.ts", [
    ["whoever invents methods invents series", '(METHODS.has(method) ? method : "other")', "method"],
  ]),
  ...in_("server/maintenance.ts", "server/maintenance.test.ts", [
    ["the mailbox is never purged", '  "mailbox messages": purgeMailbox,\n', ""],
    ["drafts are never purged", "  drafts: purgeDrafts,\n", ""],
  ]),
];
