export type Mutant = {
  /** The damage if it went unnoticed. */
  damage: string;
  file: string;
  /** Occurs once in the file. */
  from: string;
  to: string;
  /** The test file that must fail. */
  killedBy: string;
};

/** Mutants of one file for one test. */
const mutantsOf = (
  file: string,
  killedBy: string,
  rows: [damage: string, from: string, to: string][],
): Mutant[] => rows.map(([damage, from, to]) => ({ damage, file, from, to, killedBy }));

/** Bugs that would be noticed late and cost families, places or secrets. */
export const mutants: Mutant[] = [
  // Storing, serving and rejecting.
  ...mutantsOf(
    "lib/enrollment/enroll/enrollment-document.ts",
    "app/api/v1/academic/stored-enrollments.test.ts",
    [
      [
        "4.3-3: options are stored in the opposite order",
        "option: stored.option, id",
        "option: 4 - stored.option, id",
      ],
      ["a test key's enrollment is not marked", "test: isTest,", "test: false,"],
      [
        "4.4-9: a message is queued for an address that was made up",
        ".filter(({ email }) => isDeliverable(email))",
        "",
      ],
    ],
  ),
  ...mutantsOf("prisma/sql/create-enrollment.sql", "app/api/v1/academic/stored-enrollments.test.ts", [
    [
      "4.3-2: terms accepted in 2001",
      "now(), e.locale, e.source",
      "timestamptz '2001-01-01', e.locale, e.source",
    ],
  ]),
  ...mutantsOf("lib/enrollment/fields.ts", "app/api/v1/academic/stored-enrollments.test.ts", [
    [
      "a guardian's city is stored as the postal code",
      'inPerson("guardian", "city")',
      'inPerson("guardian", "zip_code")',
    ],
  ]),
  ...mutantsOf(
    "lib/enrollment/enroll/enrollment-document.ts",
    "app/api/v1/academic/stored-enrollments.test.ts",
    [
      [
        "4.3-8: e-mails are told apart by their letters' case",
        "email_key: toEmailKey(email)",
        "email_key: email",
      ],
    ],
  ),
  ...mutantsOf("lib/catalogue/queries.ts", "app/api/v1/imported-catalogue.test.ts", [
    ["2.3: price shows the credits", "price: row.price.toNumber()", "price: row.ects.toNumber()"],
  ]),
  ...mutantsOf("lib/school/settings.ts", "app/api/v1/imported-catalogue.test.ts", [
    ["4.1: the day is UTC's, not the school's", "getToday(time_zone, now)", 'getToday("UTC", now)'],
  ]),
  ...mutantsOf("lib/enrollment/rules.ts", "app/api/v1/academic/minor_enrollment/minor-enrollment.test.ts", [
    ["4.4-6: a guardian of any age", 'ageRule("guardian_birth_date"),', ""],
    ["4.4-8: one document for two", "toDocumentKey,\n  )", "(text) => text,\n  )"],
  ]),
  ...mutantsOf("lib/enrollment/rules.ts", "app/api/v1/academic/adult_enrollment/adult-enrollment.test.ts", [
    [
      "4.3-3: any speciality will do",
      "!years.some((one) => one[list].includes(input[field] as number))",
      "false",
    ],
  ]),
  // Access and limits.
  ...mutantsOf("lib/api/keys.ts", "lib/api/keys.test.ts", [
    ["a rotated test key writes to families", 'isTestKey({ prefix }) ? "test" : "live"', '"live"'],
    ["the secret before works for ever", "previousExpiresAt: overlapEnds", "previousExpiresAt: null"],
  ]),
  ...mutantsOf("lib/sandbox/writes.ts", "lib/api/keys.test.ts", [
    [
      "a purge forgets families too",
      "delete from all_enrollments where",
      "delete from all_enrollments where true or",
    ],
  ]),
  ...mutantsOf("lib/people/staff/second-factor.ts", "lib/people/staff/staff.test.ts", [
    ["desk 4: a code works twice", "totpLastStep: { lt: step }", "totpLastStep: { lte: step }"],
  ]),
  // Places and notifications.
  ...mutantsOf("lib/enrollment/sql.ts", "lib/decisions/decide.test.ts", [
    [
      "admission 11: the order of a round moves nobody on the list",
      "e.gave_up_at nulls first, e.turn nulls last,",
      "e.gave_up_at nulls first,",
    ],
  ]),
  ...mutantsOf("lib/decisions/year-places.ts", "lib/decisions/free-places.test.ts", [
    [
      "admission 10: a newcomer jumps the waiting list in silence",
      "outOfTurn: limits.some((limit) => isTakenByEarlier(limit, earlier))",
      "outOfTurn: false",
    ],
  ]),
  ...mutantsOf("lib/decisions/year-places.ts", "lib/decisions/decide.test.ts", [
    ["desk 19: one more than there are places", "free !== null && free <= 0", "free !== null && free < 0"],
  ]),
  ...mutantsOf("lib/decisions/notifications/verbs.ts", "lib/decisions/notifications/tell.test.ts", [
    [
      "desk 23: a decision is told before its time",
      "!unnotified.tellAt || unnotified.tellAt > now",
      "!unnotified.tellAt",
    ],
  ]),
  ...mutantsOf("lib/family/email/verbs.ts", "lib/family/email/new-email.test.ts", [
    [
      "families 10: a second guardian corrects the child's address",
      "and g.position = 1 and g.denied_at is null)",
      "and g.denied_at is null)",
    ],
  ]),
  ...mutantsOf("lib/mail/delivery.ts", "lib/mail/webhook.test.ts", [
    [
      "who complained is written to again",
      'state === "bounced" || state === "complained"',
      'state === "bounced"',
    ],
  ]),
  ...mutantsOf("lib/webhooks/verbs.ts", "lib/webhooks/webhooks.test.ts", [
    ["3: a live key hears of test data", "not v.test and ", ""],
  ]),
  ...mutantsOf("lib/webhooks/delivery.ts", "lib/webhooks/attempts.test.ts", [
    [
      "5: a secret that was rotated out signs for ever",
      "previousUntil && previousUntil > now",
      "previousUntil",
    ],
  ]),
  ...mutantsOf("lib/platform/database/prisma.ts", "lib/sandbox/readers.test.ts", [
    ["a test key reads the school's rows", "sandboxId !== LIVE) return get", "sandboxId < LIVE) return in"],
  ]),
  // Erasure and retention.
  ...mutantsOf("lib/privacy/worker.ts", "lib/privacy/retention.test.ts", [
    ["people go in the first night after an upgrade", "&& today >= settings.erase_from", ""],
    [
      "who goes on for another year is forgotten after the first",
      "max(y.end_school_year)",
      "min(y.end_school_year)",
    ],
  ]),
  ...mutantsOf("lib/privacy/writes.ts", "lib/privacy/erase.test.ts", [
    [
      "a link still sets a password for who was erased",
      "await tx.setupToken.deleteMany({ where: people });",
      "",
    ],
    [
      "a message keeps the address that it went to",
      "tells: Prisma.DbNull, toEmail: null",
      "tells: Prisma.DbNull",
    ],
  ]),
  ...mutantsOf("lib/family/not-me/verbs.ts", "lib/family/not-me/not-me.test.ts", [
    [
      "families 7: who has a password loses the address",
      "not exists (select from accounts a where a.person_id = p.id) and (",
      "(",
    ],
    [
      "families 7: the real family's document stays taken",
      "document: null, documentKey: null }",
      "document: null }",
    ],
  ]),
];
