import { in_, type Mutant } from "../mutant";

/** Keys, units of settings, limits, addresses. */
export const limits: Mutant[] = [
  ...in_("lib/api/api-keys.ts", "lib/api/keys-in-depth.test.ts", [
    ["a rotated test key writes to families", 'isTestKey({ prefix }) ? "test" : "live"', '"live"'],
    ["the secret before works for ever", "previousExpiresAt: overlapEnds", "previousExpiresAt: null"],
    ["a rotation makes a key that has expired work again", "a && (!b || a < b) ? a : b", "b ?? a"],
  ]),
  ...in_("lib/sandbox/forget.ts", "lib/api/keys-in-depth.test.ts", [
    ["a purge forgets families too", "where: { test: true, apiKeyId: sandboxId }", "where: {}"],
    ["a purge leaves the people", "delete from people where id", "delete from people where false and id"],
    [
      "a purge leaves the idempotency keys",
      "idempotencyRecord.deleteMany({ where: { apiKeyId: sandboxId } })",
      "idempotencyRecord.deleteMany({ where: { apiKeyId: -1 } })",
    ],
  ]),
  ...in_("lib/env.ts", "lib/env.test.ts", [
    [
      "ten times the reads",
      "RATE_LIMIT_READS_PER_MINUTE: limit.default(1200)",
      "RATE_LIMIT_READS_PER_MINUTE: limit.default(12000)",
    ],
    [
      "ten times the writes",
      "RATE_LIMIT_WRITES_PER_MINUTE: limit.default(120)",
      "RATE_LIMIT_WRITES_PER_MINUTE: limit.default(1200)",
    ],
    [
      "ten times the guesses at keys",
      "RATE_LIMIT_FAILED_AUTH_PER_MINUTE: limit.default(60)",
      "RATE_LIMIT_FAILED_AUTH_PER_MINUTE: limit.default(600)",
    ],
    [
      "the form's least time in milliseconds",
      "FORM_MINIMUM_SECONDS: limit.default(3)",
      "FORM_MINIMUM_SECONDS: limit.default(3_000)",
    ],
  ]),
  ...in_("lib/limiter.ts", "lib/form/server/form-limits.test.ts", [
    [
      "ten times the meetings with somebody known",
      '"form-duplicates": () => ofSends(10)',
      '"form-duplicates": () => ofSends(100)',
    ],
    [
      "ten times the enrollments without their proof",
      '"form-unproved": () => ofSends(3)',
      '"form-unproved": () => ofSends(30)',
    ],
    ["an hour is a minute and a half", "const HOUR = 3_600", "const HOUR = 90"],
  ]),
  ...in_("lib/limiter.ts", "lib/accounts/accounts.test.ts", [
    [
      "ten times the guesses from an address",
      '"sign_in address": () => guesses(50)',
      '"sign_in address": () => guesses(500)',
    ],
  ]),
  ...in_("lib/accounts/limits.ts", "lib/accounts/accounts.test.ts", [
    ["what an address may no longer try counts as guesses at accounts", "await takeBack(passed);", ""],
    [
      "who goes on when refused uses up the account's tries everywhere",
      "await takeBack(passed);",
      'for (const other of Object.keys(counted) as Limited[]) await mayConsume(other, keyOf(other, counted[other] ?? ""));',
    ],
    ["what could not be checked is a guess", "    await takeBack(counted);\n    throw", "    throw"],
  ]),
  ...in_("lib/staff/sign-in.ts", "lib/staff/staff.test.ts", [
    [
      "a member's password that could not be checked is a guess",
      "orTakeBack(\n    counted,",
      "orTakeBack(\n    {},",
    ],
    ["a member's right password is a guess", "  await takeBack(counted);\n", ""],
  ]),
  ...in_("lib/enrollment/values.ts", "app/api/v1/academic/adult_enrollment/adult-enrollment.test.ts", [
    ["a phone number of thirty digits", "phone: 20,", "phone: 30,"],
  ]),
  {
    what: "ten times the meetings of one draft",
    file: "lib/limiter.ts",
    from: '"form-draft-duplicates": () => ofSends(10)',
    to: '"form-draft-duplicates": () => ofSends(100)',
    killedBy: "lib/form/server/form-limits.test.ts",
    equivalent: "of a draft it is asked only whether it has met somebody; the number is its address's",
  },
  ...in_("lib/client-address.ts", "lib/client-address.test.ts", [
    ["an IPv6 customer is counted by /128", ".slice(0, 4)", ".slice(0, 8)"],
    ["IPv4 in IPv6's clothes is another address", '.replace(/^::ffff:(?=\\d+\\.)/i, "")', ""],
  ]),
  ...in_("lib/api/rate-limit.ts", "lib/api/rate-limit.test.ts", [
    ["guesses at keys are counted by address, not by network", "addressGroup(address)", "address"],
    ["whoever is refused waits a whole minute", '"Retry-After", secondsLeft(refused)', '"Retry-After", "60"'],
  ]),
];
