export type Mutant = {
  /** What would go wrong for whom. */
  what: string;
  file: string;
  /** Stands in the file once. */
  from: string;
  to: string;
  /** The test file that must fail. */
  killedBy: string;
  /** Why nothing visible changes; such a mutant must survive. */
  equivalent?: string;
};

const INSERT = "lib/enrollment/enrollment-document.ts";
const SQL = "prisma/sql/create-enrollment.sql";
const STORED = "app/api/v1/academic/stored.test.ts";
const SERIALIZE = "lib/catalogue/serialize.ts";
const IMPORTED = "app/api/v1/imported.test.ts";
const MINOR = "app/api/v1/academic/minor_enrollment/minor-enrollment.test.ts";
const ADULT = "app/api/v1/academic/adult_enrollment/adult-enrollment.test.ts";

const in_ = (file: string, killedBy: string, rows: [what: string, from: string, to: string][]): Mutant[] =>
  rows.map(([what, from, to]) => ({ what, file, from, to, killedBy }));

/** Mutants made by hand, where tools do not look: SQL, tables, units, what is seen from outside. */
export const mutants: Mutant[] = [
  ...in_(INSERT, STORED, [
    [
      "4.3-3: options are stored in the opposite order",
      "option: stored.option, id",
      "option: 4 - stored.option, id",
    ],
    ["4.3: syllabi are never stored", 'syllabi: choicesOf(input, "syllabi")', "syllabi: []"],
    ["4.3: what is chosen of the one list is stored in the other", "stored?.in === list &&", ""],
    ["4.4: guardians change places", "position: at + 1", "position: guardians.length - at"],
    ["4.3: the enrollment's own columns are lost", "...columnsOf(input),", ""],
    [
      "4.3: long answers are cut",
      "[[stored.column, input[name]]]",
      '[[stored.column, typeof input[name] === "string" ? input[name].slice(0, 20) : input[name]]]',
    ],
    ["a test key's enrollment is not marked", "test: isTest,", "test: false,"],
    [
      "4.4-9: a message is queued for an address that was made up",
      ".filter(({ email }) => hasMailbox(email))",
      "",
    ],
  ]),
  ...in_(SQL, STORED, [
    [
      "4.3-2: terms accepted in 2001",
      "), now(), e.locale, e.source",
      "), timestamptz '2001-01-01', e.locale, e.source",
    ],
    [
      "people are written to in Spanish alone",
      "p.document_key, input.document ->> 'locale'",
      "p.document_key, 'es'",
    ],
    [
      "messages in another language than the enrollment",
      "m.person_id, document ->> 'locale'",
      "m.person_id, 'es'",
    ],
  ]),
  ...in_("lib/enrollment/fields.ts", STORED, [
    [
      "a guardian's city is stored as the postal code",
      'ofPerson("guardian", "city")',
      'ofPerson("guardian", "zip_code")',
    ],
    ["a student's phone is never stored", '...ofPerson("student", "phone"),', ""],
    [
      "years of experience are stored as the speciality",
      'ofEnrollment("experience_years", "smallint")',
      'ofEnrollment("experience_speciality_id", "int")',
    ],
  ]),
  ...in_("lib/enrollment/people.ts", STORED, [
    [
      "texts of people are cut to six characters",
      "= input[name] as string;",
      "= (input[name] as string | undefined)?.slice(0, 6) as string;",
    ],
    [
      "whoever it is, the student's answers are stored",
      "row.person === role &&",
      'row.person === "student" &&',
    ],
    [
      "4.3-8: e-mails are told apart by their letters' case",
      "email_key: emailKey(email)",
      "email_key: email",
    ],
  ]),
  ...in_(SERIALIZE, IMPORTED, [
    ["2.3: price shows the credits", "price: row.price.toNumber()", "price: row.ects.toNumber()"],
    ["2.3: credits are rounded", "ects: row.ects.toNumber()", "ects: Math.round(row.ects.toNumber())"],
    [
      "2.3: individual is the opposite",
      "is_individual: row.isIndividual",
      "is_individual: !row.isIndividual",
    ],
    [
      "2.4: the least electives are the most",
      "min_electives: row.minElectives",
      "min_electives: row.maxElectives",
    ],
    [
      "2.4: the most electives are the least",
      "max_electives: row.maxElectives",
      "max_electives: row.minElectives",
    ],
    ["2.4: age shows the failed subjects", "age: row.age", "age: row.maxFailedSubjectsToPass"],
    ["2.4: electives are mandatory", 'ofKind("optional")', 'ofKind("mandatory")'],
    [
      "2.4: specialities from the last to the first",
      'orderBy: { specialityId: "asc" }',
      'orderBy: { specialityId: "desc" }',
    ],
    ["2.4: subjects from the last to the first", 'orderBy: { id: "asc" }', 'orderBy: { id: "desc" }'],
    ["2.4: classes a week are lost", "classes_per_week: classesPerWeek", "classes_per_week: 1"],
    [
      "2.1: the enrollment's last day is the school year's",
      "end_enrollment: row.endEnrollment && dayOf(row.endEnrollment)",
      "end_enrollment: dayOf(row.endSchoolYear)",
    ],
  ]),
  ...in_("lib/catalogue/snapshot.ts", IMPORTED, [
    [
      "4.1: school years in the order of their ids",
      'orderBy: [{ startSchoolYear: "asc" }, { id: "asc" }]',
      'orderBy: { id: "asc" }',
    ],
    [
      "4.1: specialities from the last to the first",
      'speciality.findMany({ orderBy: { id: "asc" } })',
      'speciality.findMany({ orderBy: { id: "desc" } })',
    ],
    [
      "4.1: subjects from the last to the first",
      'subject.findMany({ orderBy: { id: "asc" } })',
      'subject.findMany({ orderBy: { id: "desc" } })',
    ],
  ]),
  ...in_("lib/school/today.ts", IMPORTED, [
    ["4.1: the day is UTC's, not the school's", "dayIn(time_zone)", 'dayIn("UTC")'],
  ]),
  ...in_("lib/catalogue/queries.ts", IMPORTED, [
    ["4.1: a year has ended on its last day", "end_school_year >= day", "end_school_year > day"],
  ]),
  ...in_("lib/enrollment/rules.ts", MINOR, [
    [
      "4.4-5: a minor's country need not be listed",
      'fieldsOf(branch, ({ from }) => from === "countries")',
      'fieldsOf(branch, ({ from }) => from === "countries").slice(0, 1)',
    ],
    ["4.4-6: a guardian of any age", 'ageRule("guardian_birth_date"),', ""],
    ["4.4-9: a minor's e-mail may be missing", "!minorsWithoutEmail && !given", "false && !given"],
    ["4.4-8: one document for two", "documentKey,\n  )", "(text) => text,\n  )"],
  ]),
  ...in_("lib/enrollment/rules.ts", ADULT, [
    ["4.3-3: any speciality will do", "!year[list].includes(input[field] as number)", "false"],
    ["4.3-4: any country will do", "!countries.includes(input[field] as string)", "false"],
    ["4.3-6: born tomorrow", "(day as Day) > today", "false"],
  ]),
  ...in_("lib/dates.ts", "lib/dates.test.ts", [
    [
      "4.3-6: 18 the day after the birthday",
      "today.slice(5) >= birthDate.slice(5)",
      "today.slice(5) > birthDate.slice(5)",
    ],
  ]),
  ...in_("lib/enrollment/windows.ts", "lib/enrollment/windows.test.ts", [
    [
      "families cannot enroll on the first day",
      "today < year.start_enrollment",
      "today <= year.start_enrollment",
    ],
    ["families cannot enroll on the last day", "today > last", "today >= last"],
    [
      "without a last day it ends when the year begins",
      "?? year.end_school_year",
      "?? year.start_school_year",
    ],
  ]),
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
  ]),
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
  ]),
  ...in_("lib/decisions/waiting-list.ts", "lib/decisions/decide.test.ts", [
    [
      "desk 21: a priority moves nobody on the list",
      "order by e.priority desc, e.created_at",
      "order by e.created_at",
    ],
    [
      "desk 21: who waits for anything of a speciality is passed over",
      "and e.assigned_syllabus_id is null))",
      "and false))",
    ],
    [
      "desk 21: who waits for anything with a syllabus is passed over",
      "and e.assigned_speciality_id is null))",
      "and false))",
    ],
  ]),
  ...in_("lib/places/limits.ts", "lib/decisions/decide.test.ts", [
    ["desk 19: one more than there are places", "p.places <= (", "p.places < ("],
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
  ...in_("server/machine-figures.ts", "test/processes.test.ts", [
    ["what a process had counted goes with it", "this.#gone = gone as Figures;", ""],
  ]),
  ...in_("lib/http/page-headers.ts", "lib/http/page-headers.test.ts", [
    ["pages may be framed", "\"frame-ancestors 'none'\",", ""],
    ["forms may be sent elsewhere", "\"form-action 'self'\",", ""],
    ["a base may be set", "\"base-uri 'none'\",", ""],
    ["plugins may run", "\"object-src 'none'\",", ""],
    ["any page may be asked by scripts", "\"connect-src 'self'\",", ""],
  ]),
];
