import { in_, type Mutant } from "../mutant";

const HOURLY = "server/maintenance.test.ts";
const ERASED = "lib/privacy/erase.test.ts";
const RETAINED = "lib/privacy/retention.test.ts";
const NOT_ME = "lib/family/not-me.test.ts";

/** What is forgotten, by the hour, by law and on demand, and what must stay. */
export const forgotten: Mutant[] = [
  ...in_("lib/accounts/purge.ts", HOURLY, [
    [
      "everybody who is signed in is signed out each hour",
      "expiresAt: { lt: now }",
      "expiresAt: { gt: now }",
    ],
    ["known browsers stay for ever", "await prisma().knownDevice.deleteMany(over)", "{ count: 0 }"],
  ]),
  ...in_("lib/accounts/limits.ts", HOURLY, [
    ["each hour everybody may guess anew", "expire: { lt: now.getTime() }", "expire: { gt: now.getTime() }"],
  ]),
  ...in_("lib/staff/sessions.ts", HOURLY, [
    [
      "the desk is emptied each hour",
      "createdAt: { lt: new Date(now.getTime() - KEPT_MS) }",
      "createdAt: { gt: new Date(now.getTime() - KEPT_MS) }",
    ],
    ["sessions of the desk are kept for seventy days", "7 * 24 * IDLE_MS", "70 * 24 * IDLE_MS"],
  ]),
  ...in_("lib/staff/held.ts", HOURLY, [
    ["what a clerk was typing is lost each hour", "expiresAt: { lt: now }", "expiresAt: { gt: now }"],
  ]),
  ...in_("lib/mail/purge.ts", HOURLY, [
    [
      "set-up links die each hour",
      "setupToken.deleteMany({ where: { expiresAt: { lt: monthAgo } } })",
      "setupToken.deleteMany({ where: { expiresAt: { gt: monthAgo } } })",
    ],
    ["a provider's event counts twice", "receivedAt: { lt: monthAgo }", "receivedAt: { gt: monthAgo }"],
    [
      "a wished address is kept for ever",
      "emailChange.deleteMany({ where: { expiresAt: { lt: now } } })",
      "emailChange.deleteMany({ where: { expiresAt: { lt: monthAgo } } })",
    ],
  ]),
  ...in_("lib/sandbox/browsers.ts", HOURLY, [
    ["testers' browsers leave their sandbox each hour", "expiresAt: { lt: now }", "expiresAt: { gt: now }"],
  ]),
  ...in_("lib/privacy/empty.ts", ERASED, [
    [
      "a link still sets a password for who was erased",
      "await tx.setupToken.deleteMany({ where: people });",
      "",
    ],
    ["the address that somebody wished for stays", "await tx.emailChange.deleteMany({ where: people });", ""],
    ["a draft is still offered to who was erased", "await tx.draftOffer.deleteMany({ where: people });", ""],
    ["the desk's words of how a disagreement was settled stay", 'data: { settlement: "" }', "data: {}"],
    [
      "a disagreement loses its words alone when it is about them",
      "{ OR: [{ guardianId: { in: plan.people } }, { enrollment: ofTheirs }] }",
      "{ enrollment: ofTheirs }",
    ],
    [
      "what a guardian asked for a child stays",
      "{ OR: [people, { askedById: { in: plan.people } }] }",
      "people",
    ],
    [
      "who signed a child's paper stays",
      "{ OR: [ofTheirs, { studentId: { in: plan.leaves } }] }",
      "ofTheirs",
    ],
    ["who signed a child's paper stays in the record", "'email', 'words', 'signed_by'", "'email', 'words'"],
    ["a label goes from everybody who has it", "enrollments: { none: {} } } });", "} });"],
    [
      "a request that was refused becomes one that was granted",
      "where: { ...people, settledAt: null },",
      "where: people,",
    ],
    [
      "a message keeps the address that it went to",
      "tells: Prisma.DbNull, toEmail: null",
      "tells: Prisma.DbNull",
    ],
    [
      "what was told by mail stays",
      "payload: Prisma.DbNull, tells: Prisma.DbNull,",
      "payload: Prisma.DbNull,",
    ],
  ]),
  ...in_("lib/privacy/retention.ts", RETAINED, [
    ["who is to have a place is forgotten as one without", "(e.state, e.decided_state)", "(e.state)"],
    ["who is to lose a place is forgotten as one without", "(e.state, e.decided_state)", "(e.decided_state)"],
    [
      "who goes on for another year is forgotten after the first",
      "max(y.end_school_year)",
      "min(y.end_school_year)",
    ],
    ["people go on the last day of their year", "(max(y.end_school_year) + 1", "(max(y.end_school_year)"],
    ["answered requests are kept for thirty years", "data_requests: 36", "data_requests: 360"],
    ["values of the record are kept for sixty years", "audit_values: 72", "audit_values: 720"],
  ]),
  ...in_("lib/family/not-me.ts", NOT_ME, [
    [
      "families 7: who has a password loses the address",
      "not exists (select from accounts a where a.person_id = p.id) and (",
      "(",
    ],
    [
      "families 7: an adult student who was named as guardian is emptied",
      "and not exists (select from enrollments e where e.student_id = p.id)",
      "",
    ],
    [
      "families 7: a guardian of another family's child is emptied",
      "and g.student_id not in (select student_id from child)",
      "",
    ],
    [
      "families 7: the real family's document stays taken",
      "document: null, documentKey: null }",
      "document: null }",
    ],
  ]),
];
