import { createHash, randomUUID } from "node:crypto";
import { toFormInput } from "@/e2e/support/answers";
import { prepareDraft } from "@/e2e/support/servers/prepare-draft";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { type DecisionInput, decideAndNotify } from "@/lib/decisions/verbs";
import { hashPassword } from "@/lib/people/password-hash";
import type { StaffRole } from "@/lib/people/staff/permissions";
import { getPool } from "@/lib/platform/database/prisma";
import { addDays, toLocalDay } from "@/lib/platform/dates";
import { loadCatalogue } from "@/test/support/data/catalogue";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { createEnrollment } from "@/test/support/domain/decisions";
import { STAFF_PASSWORD } from "@/test/support/domain/totp";
import type { Visitor } from "./browser";

/** A date in the school's time zone. */
export const inDays = (days: number) => addDays(toLocalDay("Europe/Madrid"), days);

const TODAY = "(now() at time zone 'Europe/Madrid')::date";

/** SQL for this time on another day; a number of hours could cross midnight. */
const daysFromNow = (days: string | number) =>
  `((now() at time zone 'Europe/Madrid' + (${days}) * interval '1 day') at time zone 'Europe/Madrid')`;

const sql = async <Row>(text: string, values?: unknown[]): Promise<Row[]> =>
  (await getPool().query(text, values)).rows as Row[];

const COMMAND = { kind: "command" } as const;

const roles: StaffRole[] = ["reader", "secretary", "head", "admin"];

/** Years 5 (over), 6 (open) and 7 (not open yet). Piano of year 6 is speciality 61. */
export function fixtureCatalogue() {
  const { school_years: _, specialities: __, subjects, syllabi, ...rest } = smallCatalogue();
  const createYear = (id: number, name: string, opens: number, beginsIn: number, endsIn: number) => ({
    id,
    year: name,
    start_enrollment: inDays(opens),
    end_enrollment: id === 5 ? inDays(beginsIn) : null,
    start_school_year: inDays(beginsIn),
    end_school_year: inDays(endsIn),
  });
  const [firstSubject, secondSubject] = subjects as [object, object];
  const [syllabus] = syllabi as [object];
  const perYear = <T>(rows: (year: number) => T[]) => [5, 6, 7].flatMap(rows);
  return {
    ...rest,
    school_years: [
      createYear(5, "2025/2026", -700, -400, -100),
      createYear(6, "2026/2027", -60, 40, 300),
      createYear(7, "2027/2028", 200, 400, 700),
    ],
    specialities: perYear((it) => [
      { id: it * 10 + 1, school_year_id: it, name: "Piano", code: "PIA" },
      { id: it * 10 + 2, school_year_id: it, name: "Violín", code: null },
    ]),
    subjects: perYear((year) => [
      { ...firstSubject, id: year * 10 + 1, school_year_id: year },
      { ...secondSubject, id: year * 10 + 2, school_year_id: year },
    ]),
    syllabi: perYear((year) => [
      { ...syllabus, id: year * 10 + 1, school_year_id: year, name: "Elemental 1.º" },
      { ...syllabus, id: year * 10 + 2, school_year_id: year, name: "Elemental 2.º", course_id: 2, age: 9 },
    ]),
    syllabus_specialities: perYear((year) => [
      { syllabus_id: year * 10 + 1, speciality_id: year * 10 + 1, school_year_id: year },
      { syllabus_id: year * 10 + 2, speciality_id: year * 10 + 2, school_year_id: year },
    ]),
    syllabus_subjects: perYear((year) => [
      {
        ...rest.syllabus_subjects[0],
        id: year * 10 + 1,
        syllabus_id: year * 10 + 1,
        subject_id: year * 10 + 1,
        school_year_id: year,
      },
      {
        ...rest.syllabus_subjects[1],
        id: year * 10 + 2,
        syllabus_id: year * 10 + 1,
        subject_id: year * 10 + 2,
        speciality_id: year * 10 + 1,
        school_year_id: year,
      },
    ]),
  };
}

/** Ids by name: `references.carla`, `people.berta`. */
export type FixtureSchool = Awaited<ReturnType<typeof createFixtureSchool>>;

/** The school of the current test file. */
export const currentSchool = {} as { school: FixtureSchool };

/**
 * A school with enrollments in every state, mails, notes, labels, corrections, disagreements, data
 * requests, bulk actions, exports, staff of each role and accounts. Created once per file; read-only.
 */
export async function createFixtureSchool() {
  await loadCatalogue(fixtureCatalogue() as never);
  const references = await createEveryState();
  const staff = await createEveryRole();
  await addNotesAndRequests(references.carla);
  await createQuestions(references, staff.secretary.id);
  await setMailStates(references);
  await createDeskWork(references, staff.admin.id);
  await sql(
    `insert into speciality_pictures (name, type, bytes, sha256, width, height, alt_es, alt_ca, alt_en)
     values ('Violín', 'png', 'x', repeat('0', 64), 96, 64, 'Un violín', 'Un violí', 'A violin')`,
  );
  await createKeys();
  await createOldMail();
  const people = await createAccounts();
  const referenceNames = Object.entries(references).map(
    ([name, reference]) => [reference, `REF-${name}`] as const,
  );
  return {
    references,
    staff,
    people,
    family: (email: string) => createSignedInFamily(people[email] as string),
    /** Random values with stable names for snapshots. */
    names: new Map<string, string>([
      ...referenceNames,
      ...Object.entries(people).map(([email, id]) => [id, `person-${email.split("@")[0]}`] as const),
      ...roles.map((role) => [staff[role].id, `staff-${role}`] as const),
    ]),
  };
}

type Body = NonNullable<Parameters<typeof createEnrollment>[0]>;

let documentCount = 0;

const createDocument = (number: number) =>
  `${String(number).padStart(8, "0")}${"TRWAGMYFPDXBNJZSQVHLCKE"[number % 23]}`;

function adult(name: string, changes: object = {}): Body {
  return anAdult({
    school_year_id: 6,
    student_email: `${name.toLowerCase()}@example.org`,
    student_name: name,
    student_document: createDocument(++documentCount),
    student_speciality_option1: 61,
    student_syllabi_option1: 61,
    ...changes,
  });
}

function minor(guardian: string, child: string, changes: object = {}): Body {
  return aMinor({
    school_year_id: 6,
    guardian_email: `${guardian.toLowerCase()}@example.org`,
    guardian_name: guardian,
    guardian_document: createDocument(++documentCount),
    student_email: `${child.toLowerCase()}@example.org`,
    student_name: child,
    student_birth_date: "2017-03-09",
    student_speciality_option1: 61,
    ...changes,
  });
}

const allOptionalFields = {
  second_guardian_email: "david@example.org",
  student_document_type: "passport",
  student_document: "P1234567",
  student_phone: "4681234567",
  student_phone_country_code: "+33",
  student_country: "fr",
  student_city: "Perpinyà",
  student_zip_code: "66000",
  student_address: "Rue de la Loge 5",
  student_experience_speciality: 62,
  student_experience_years: 3,
  student_speciality_option2: 62,
  student_syllabi_option1: 62,
  student_syllabi_option2: 61,
  enrollment_observations: "Canta en un cor.\nPrefiere los martes.",
};

/** Without limit and waiting list. */
const courseOnly = { student_speciality_option1: undefined, student_syllabi_option1: 62 };

const noChoices = { student_speciality_option1: undefined, student_syllabi_option1: undefined };

async function createEveryState() {
  const enrollDaysAgo = async (body: Body, daysAgo: number) => {
    const reference = await createEnrollment(body);
    await sql(
      `update enrollments set created_at = ${daysFromNow("-$2::int")}, answer_by = answer_by - $2::int where reference = $1`,
      [reference, daysAgo],
    );
    return reference;
  };
  const now = new Date();
  const before = new Date(now.getTime() - 60_000);
  let decisions = 0; // one after the other, as people decide
  const decided = (reference: string, input: Omit<DecisionInput, "reference">, decidedAt?: Date) =>
    decideAndNotify({ reference, ...input }, COMMAND, decidedAt ?? new Date(now.getTime() + ++decisions));

  const pastReference = await enrollDaysAgo(adult("Paula", noChoices), 500);
  await sql(
    "update enrollments set school_year_id = 5, state = 'accepted', decided_state = 'accepted', assigned_speciality_id = 51 where reference = $1",
    [pastReference],
  );
  await sql(
    `insert into decisions (id, enrollment_id, school_year_id, from_state, to_state, speciality_id, actor_kind, status,
       decided_at, settled_at)
     select gen_random_uuid(), id, 5, 'pending', 'accepted', 51, 'command', 'told', created_at, created_at
     from enrollments where reference = $1`,
    [pastReference],
  );

  const references = {
    paula: pastReference,
    /** Pending, minor, two guardians, all fields. */
    carla: await enrollDaysAgo(minor("Berta", "Carla", allOptionalFields), 20),
    /** Pending, without choices. */
    ada: await enrollDaysAgo(adult("Ada", noChoices), 12),
    accepted: await enrollDaysAgo(adult("Alba"), 18),
    untold: await enrollDaysAgo(adult("Ulises"), 17),
    listed: await enrollDaysAgo(adult("Lidia"), 16),
    /** Scheduled notification of the list. */
    dated: await enrollDaysAgo(adult("Dora"), 6),
    waiting: await enrollDaysAgo(minor("Walda", "Wendy"), 15),
    second: await enrollDaysAgo(adult("Wilma"), 14),
    rejected: await enrollDaysAgo(adult("Rosa"), 13),
    withdrawn: await enrollDaysAgo(minor("Wanda", "Wences"), 11),
    backed: await enrollDaysAgo(adult("Blas"), 10),
    /** With a place confirmation. */
    asked: await enrollDaysAgo(adult("Asun"), 5),
    /** Without passwords; Oscar and Pau are second guardians. */
    sara: await enrollDaysAgo(adult("Sara"), 9),
    noel: await enrollDaysAgo(
      minor("Nadia", "Noel", { second_guardian_email: "oscar@example.org", ...courseOnly }),
      8,
    ),
    /** A possible duplicate of Noel. */
    otto: await enrollDaysAgo(
      minor("Olga", "Otto", { second_guardian_email: "pau@example.org", student_name: "NOËL" }),
      7,
    ),
  };
  await decided(references.accepted, { to: "accepted", specialityId: 61, syllabusId: 61, tell: "now" });
  await sql(
    "update enrollments set state = 'accepted', decided_state = 'accepted', assigned_syllabus_id = 62 where reference = $1",
    [references.asked],
  );
  await sql(
    `insert into place_answers (id, enrollment_id, answer_by, loses)
     select gen_random_uuid(), id, ${TODAY} + 12, false from enrollments where reference = $1`,
    [references.asked],
  );
  await sql(
    `insert into answer_links (hash, person_id, created_at, expires_at)
     select $1, student_id, now(), now() + interval '1 day' from enrollments where reference = $2`,
    [hashSecret(PLACE_CONFIRMATION_TOKEN), references.asked],
  );
  await decided(references.untold, { to: "accepted", specialityId: 61 });
  await decided(references.listed, {
    to: "rejected",
    reason: "age",
    words: "El año que viene.",
    tell: "with_list",
  });
  await sql(
    "insert into renewals (school_year_id, answer_by, mail_at) values (7, '2099-02-01', '2099-01-01')",
  );
  await decided(references.dated, { to: "rejected", reason: "age", tell: "with_list" });
  await sql(
    `update decisions set tell_at = ${daysFromNow(20)} where enrollment_id = (select id from enrollments where reference = $1)`,
    [references.dated],
  );
  await decided(references.waiting, { to: "waiting", specialityId: 62, tell: "now" });
  await decided(references.second, { to: "waiting", specialityId: 62, tell: "now" });
  await decided(references.rejected, {
    to: "rejected",
    reason: "no_place",
    words: "Lo sentimos mucho.",
    internalReason: "Solo para casa.",
    tell: "now",
  });
  await decided(references.backed, { to: "rejected", reason: "incomplete", tell: "now" }, before);
  await decided(references.backed, {
    to: "pending",
    reason: "other",
    words: "Fue un error nuestro.",
    tell: "now",
  });
  const [guardian] = await sql<{ id: string }>("select id from people where email = 'wanda@example.org'");
  await decideAsFamily(
    { reference: references.withdrawn, to: "withdrawn", reason: "family" },
    guardian?.id ?? "",
    now,
  );
  await sql("insert into places (school_year_id, speciality_id, places) values (6, 61, 3), (6, 62, 0)");
  await sql("insert into places (school_year_id, speciality_id, syllabus_id, places) values (6, 61, 61, 2)");
  return references;
}

async function createEveryRole() {
  const staff = {
    ...Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await aMember(role, role)]))),
  } as Record<StaffRole, { id: string; visitor: Visitor }>;
  const setup = await aMember("setup", "secretary", { totp_confirmed_at: null, totp_secret: null }, false);
  const code = await aMember("code", "secretary", {}, false);
  const codes = await aMember("codes", "secretary");
  await sql(
    `insert into staff_members (id, email, email_key, role, locale, link_hash, link_expires_at)
     values (gen_random_uuid(), 'invited@school.example', 'invited@school.example', 'secretary', 'es', $1, ${daysFromNow(3)})`,
    [createHash("sha256").update(INVITATION_TOKEN).digest()],
  );
  return { ...staff, setup: setup.visitor, code: code.visitor, codes: codes.visitor };
}

let hash: Promise<string> | undefined;

/** Shared, because hashing takes a tenth of a second. */
function getPasswordHash() {
  hash ??= hashPassword(STAFF_PASSWORD);
  return hash;
}

/** A member with a browser, signed in completely or partly. The password counts as just given for the whole run. */
export async function aMember(name: string, role: StaffRole, changes: object = {}, isOpen = true) {
  const [id, token] = [randomUUID(), createHash("sha256").update(name).digest("base64url")];
  const row = { totp_confirmed_at: new Date(), totp_secret: Buffer.from("x"), ...changes };
  await sql(
    `insert into staff_members (id, email, email_key, name, role, locale, password_hash, totp_confirmed_at, totp_secret)
     values ($1, $2, $2, $3, $4::staff_role, 'es', $7, $5, $6)`,
    [
      id,
      `${name}@school.example`,
      `Marta ${name}`,
      role,
      row.totp_confirmed_at,
      row.totp_secret,
      await getPasswordHash(),
    ],
  );
  await sql(
    `insert into staff_sessions (hash, id, member_id, created_at, last_used_at, opened_at, password_at, user_agent)
     values ($1, $2, $3, now(), now(), $4, now() + interval '1 hour', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')`,
    [createHash("sha256").update(token).digest(), randomUUID(), id, isOpen ? new Date() : null],
  );
  const visitor: Visitor = { cookieJar: new Map([["desk", token]]) };
  return { id, visitor };
}

/** The invitation's secret. */
export const INVITATION_TOKEN = "i".repeat(43);

/** Secrets of links, with or without password and draft. */
export const linkTokens = {
  ada: "a".repeat(43),
  sara: "s".repeat(43),
  oscar: "o".repeat(43),
  rosa: "r".repeat(43),
  /** Age nine, without a password. */
  noel: "c".repeat(43),
  /** Ulises's new e-mail. */
  address: "n".repeat(43),
} as const;

/** Blas's sign-in link. */
export const SIGN_IN_TOKEN = "u".repeat(43);

/** Asun's place confirmation. */
export const PLACE_CONFIRMATION_TOKEN = "k".repeat(43);

/** Paula's renewal. */
export const RENEWAL_TOKEN = "r".repeat(43);

const withoutPassword = ["sara", "oscar", "noel"];

async function addNotesAndRequests(reference: string) {
  const enrollmentId = "(select id from enrollments where reference = $1)";
  const student = "(select student_id from enrollments where reference = $1)";
  const personId = (email: string) => `(select id from people where email = '${email}@example.org')`;
  const statements = [
    `insert into notes (id, enrollment_id, member_id, text) select gen_random_uuid(), ${enrollmentId}, id, 'Llamar el lunes.' from staff_members where email = 'secretary@school.example'`,
    "with made as (insert into labels (name, name_key) values ('beca', 'beca') returning id) insert into enrollment_labels (enrollment_id, label_id) select e.id, made.id from enrollments e, made where reference = $1",
    `insert into disagreements (enrollment_id, guardian_id, words, id) select ${enrollmentId}, ${personId("david")}, 'No estoy de acuerdo.', gen_random_uuid()`,
    `insert into correction_requests (id, person_id, asked_by_id, name, birth_date) select gen_random_uuid(), ${student}, ${personId("berta")}, 'Clara', date '2017-03-19'`,
    `insert into data_requests (kind, person_id, due_on) select unnest(array['access', 'erasure']), ${personId("berta")}, ${TODAY} + 10 where $1 <> ''`,
  ];
  for (const statement of statements) await sql(statement, [reference]);
}

/** An open question, an overdue one, and an answered one. */
async function createQuestions(
  references: { carla: string; ada: string; accepted: string },
  memberId: string,
) {
  const createQuestion = (reference: string, days: number, answer: string | null) =>
    sql(
      `insert into questions (id, enrollment_id, reason_id, words, member_id, answer_by, answer, answered_at, created_at)
       select gen_random_uuid(), e.id, r.id, '¿El jueves os va bien?', $2, ${TODAY} + $3::int, $4,
         case when $4::text is not null then now() end, ${daysFromNow(-9)}
       from enrollments e, reasons r where e.reference = $1 and r.code = 'ask_days'`,
      [reference, memberId, days, answer],
    );
  await createQuestion(references.carla, 7, null);
  await createQuestion(references.ada, -2, null);
  await createQuestion(references.accepted, 7, "Mejor el martes.");
}

/** One message per state. */
async function setMailStates({ carla, accepted }: { carla: string; accepted: string }) {
  const ofEnrollment = "enrollment_id = (select id from enrollments where reference = $1)";
  await sql(
    `update mail_messages set state = 'bounced', sent_at = now() - interval '3 minutes', bounced_at = now() - interval '2 minutes', payload = null, attempts = 1 where ${ofEnrollment} and kind = 'guardian'`,
    [carla],
  );
  await sql(
    `update mail_messages set state = 'failed', failed_at = now() - interval '1 minute', last_error = 'invalid_to_address', payload = null, attempts = 1 where ${ofEnrollment} and kind = 'second_guardian'`,
    [carla],
  );
  // Rows of one statement have the same time.
  await sql(
    `update mail_messages set created_at = created_at - interval '1 minute' * case kind when 'guardian' then 1 when 'second_guardian' then 2 else 3 end
     where kind in ('guardian', 'second_guardian', 'minor_student', 'adult_student') and $1 <> ''`,
    [carla],
  );
  await sql(
    `update mail_messages set state = 'delivered', sent_at = created_at, delivered_at = created_at + interval '1 second', payload = null, attempts = 1 where ${ofEnrollment}`,
    [accepted],
  );
}

/** An endpoint with many deliveries. */
export const ENDPOINT_ID = "00000000-0000-4000-8000-0000000000f1";

/** Keys in every state, and deliveries of the first. */
async function createKeys() {
  await sql(
    `insert into api_keys (name, prefix, hash, scopes, contact, expires_at, revoked_at, last_used_at, previous_hash, previous_expires_at)
     values ('Web', 'mat_live_aaaaaaaa', 'a', array['catalogue:read', 'enrollment:write'], 'ana@web.example', ${daysFromNow(10)}, null, now(), 'o', now() + interval '1 hour'),
       ('Pruebas', 'mat_test_bbbbbbbb', 'b', array['enrollment:read'], null, null, null, null, null, null),
       ('Antigua', 'mat_live_cccccccc', 'c', array['enrollment:read_all'], null, null, now(), null, null, null),
       ('Terminada', 'mat_live_dddddddd', 'd', array['enrollment:read'], null, ${daysFromNow(-3)}, null, null, null, null)`,
  );
  await sql(
    `insert into all_people (id, email, email_key, name, locale, sandbox_id)
     values (gen_random_uuid(), 'ada@example.org', 'ada@example.org', 'Ada', 'es', 2)`,
  );
  await sql("insert into api_key_days values (1, current_date - 3, 40, 2), (1, current_date - 40, 7, 7)");
  await sql(
    `insert into webhook_endpoints (id, api_key_id, url, events, secret, since_number, failing_since, off_at, off_reason)
     values ($1, 1, 'https://web.example/hook', array['enrollment.created', 'mail.failed'], 's', 0, now(), now(), 'failing')`,
    [ENDPOINT_ID],
  );
  await sql("update event_counter set number = 2");
  await sql(
    `insert into events (number, type, api_key_id, data) values (1, 'enrollment.created', 1, '{"reference": "AAAACCCC"}'), (2, 'mail.failed', 1, '{}')`,
  );
  for (const [index, state] of ["delivered", "failed", "pending"].entries()) {
    const id = `00000000-0000-4000-8000-0000000001f${index}`;
    await sql(
      `insert into webhook_deliveries (id, endpoint_id, event_number, state, attempts, created_at, next_at)
       values ($1, $2, $3, $4, 1, now() - $5 * interval '1 minute', now())`,
      [id, ENDPOINT_ID, index === 2 ? null : index + 1, state, index],
    );
    await sql(
      "insert into webhook_attempts (delivery_id, at, milliseconds, status, error, answer) values ($1, now(), 84, $2, $3, $4)",
      index === 0
        ? [id, 204, null, ""]
        : [id, index === 1 ? 500 : null, index === 1 ? null : "time_out", "no"],
    );
  }
}

/** Old messages without enrollment, and a bounced address. */
async function createOldMail() {
  for (const [state, error, sentAt] of [
    ["failed", "no_mailbox", "2020-03-02 10:00Z"],
    ["delivered", null, "2020-03-02 10:05Z"],
  ])
    await sql(
      `insert into mail_messages (id, kind, person_id, locale, state, last_error, created_at, failed_at, delivered_at)
       select gen_random_uuid(), 'password_reset', id, 'es', $1::mail_state, $2, $3::timestamptz, $3::timestamptz,
         $3::timestamptz from people where email = 'ada@example.org'`,
      [state, error, sentAt],
    );
  await sql("insert into mail_suppressions (email_key, reason) values ('nadie@example.org', 'bounced')");
}

async function createDeskWork(references: Record<string, string>, memberId: string) {
  const ids = { draft: "00000000-0000-4000-8000-00000000000a", done: "00000000-0000-4000-8000-00000000000b" };
  await sql("insert into bulk_actions (id, member_id) values ($1, $2)", [ids.draft, memberId]);
  await sql(
    `with made as (insert into labels (name, name_key) values ('bca', 'bca') returning id)
     insert into enrollment_labels (enrollment_id, label_id)
     select e.id, made.id from enrollments e, made where reference = $1`,
    [references.ada],
  );
  await sql(
    "insert into saved_views (member_id, name, query) values ($1, 'Con retraso', 'due=late&sort=oldest')",
    [memberId],
  );
  await sql(
    `insert into bulk_actions (id, member_id, kind, input, status, started_by, started_at, done_at)
     values ($1, $2, 'label', '{"label": "beca"}', 'done', $2, now(), now())`,
    [ids.done, memberId],
  );
  await sql(
    `insert into bulk_actions (id, member_id, kind, input, version) values ($1, $2, 'rejected', $3, 1)`,
    [READY_BULK_ID, memberId, { reason: "age", words: "Lo sentimos.", internalReason: "Cupo.", tell: "now" }],
  );
  await sql(
    `insert into bulk_actions (id, member_id, kind, input, version) values ($1, $2, 'write', $3, 1)`,
    [GROUP_MAIL_BULK_ID, memberId, { subject_es: "La plaza de {alumno}", text_es: "Es {plaza}." }],
  );
  for (const [index, name] of ["carla", "ada", "accepted"].entries())
    for (const bulk of [ids.draft, ids.done, READY_BULK_ID, GROUP_MAIL_BULK_ID])
      await sql(
        `insert into bulk_rows (bulk_id, position, enrollment_id, version, outcome)
         select $1, $2, id, version, $4 from enrollments where reference = $3`,
        [
          bulk,
          index + 1,
          references[name],
          bulk !== ids.done ? null : index === 0 ? "changed_meanwhile" : "done",
        ],
      );
  await sql(
    `insert into bulk_actions (id, member_id, kind, input) values ($1, $2, 'accepted', '{"tell": "held"}')`,
    [DUPLICATES_BULK_ID, memberId],
  );
  for (const [index, name] of ["noel", "otto"].entries())
    await sql(
      `insert into bulk_rows (bulk_id, position, enrollment_id, version)
       select $1, $2, id, version from enrollments where reference = $3`,
      [DUPLICATES_BULK_ID, index + 1, references[name]],
    );
  for (const [index, status] of ["queued", "making", "ready", "failed"].entries())
    await sql(
      `insert into exports (id, member_id, filters, sort, columns, format, status, total, written, created_at, ready_at, expires_at)
       values ($1, $2, '{"year": 6}', 'newest', array['reference'], $3, $4::export_status, 11, $5, now() - $6 * interval '1 minute', now(), now() + interval '1 day')`,
      [
        `00000000-0000-4000-8000-0000000000e${index}`,
        memberId,
        index === 2 ? "csv;" : "xlsx",
        status,
        index * 3,
        index,
      ],
    );
  for (const [index, name] of ["carla", "ada"].entries())
    await sql(
      "insert into access_entries (member_id, enrollment_id, hour) select $1, id, date_trunc('hour', now()) - $3 * interval '2 hours' from enrollments where reference = $2",
      [memberId, references[name], index],
    );
}

/** A group mail; other bulk actions are prepared, selected and done. */
export const GROUP_MAIL_BULK_ID = "00000000-0000-4000-8000-00000000000d";
export const READY_BULK_ID = "00000000-0000-4000-8000-00000000000c";
export const BULK_ID = "00000000-0000-4000-8000-00000000000a";
export const DONE_BULK_ID = "00000000-0000-4000-8000-00000000000b";
/** Two possible duplicates to accept. */
export const DUPLICATES_BULK_ID = "00000000-0000-4000-8000-00000000000e";

async function createAccounts(): Promise<Record<string, string>> {
  const rows = await sql<{ email: string; id: string }>("select email, id from people");
  const people = Object.fromEntries(rows.map(({ email, id }) => [email, id]));
  const getPersonId = (name: string) => people[`${name}@example.org`] as string;
  for (const { id, email } of rows)
    if (!withoutPassword.includes(email.split("@")[0] ?? ""))
      await sql("insert into accounts (person_id, password_hash) values ($1, $2)", [
        id,
        await getPasswordHash(),
      ]);
  for (const [name, secret] of Object.entries(linkTokens))
    if (name !== "address")
      await sql(
        `insert into setup_tokens (hash, person_id, created_at, expires_at, continues) values ($1, $2, now(), ${daysFromNow(3)}, $3)`,
        [hashSecret(secret), getPersonId(name), name === "rosa"],
      );
  await sql(
    `insert into email_changes (person_id, email, hash, created_at, expires_at) values ($1, 'ulises2@example.org', $2, now(), now() + interval '1 day')`,
    [getPersonId("ulises"), hashSecret(linkTokens.address)],
  );
  await sql(
    "insert into sign_in_links (hash, person_id, created_at, expires_at) values ($1, $2, now(), now() + interval '1 day')",
    [hashSecret(SIGN_IN_TOKEN), getPersonId("blas")],
  );
  for (const name of ["rosa", "lidia"])
    await sql("insert into draft_offers (person_id, draft_id) values ($1, $2)", [
      getPersonId(name),
      hashSecret(await createDraft(name)),
    ]);
  await sql(
    "update mail_messages set state = 'bounced', bounced_at = now(), payload = null where person_id = $1",
    [getPersonId("oscar")],
  );
  await createSignedInFamily(getPersonId("ada"), "elsewhere");
  return people;
}

const hashSecret = (secret: string) => createHash("sha256").update(secret).digest();

/** A second draft of a known person; returns its token. */
const createDraft = (name: string) => prepareDraft({ target: "check", answers: toFormInput(adult(name)) });

/** A browser with a draft in which everything before `target` is answered. */
export const createVisitorWithDraft = async (body: Body, target = "check"): Promise<Visitor> => {
  const token = await prepareDraft({ target, answers: toFormInput(body) });
  await sql("update drafts set created_at = now() - interval '1 hour' where id = $1", [hashSecret(token)]);
  return { cookieJar: new Map([["matricula_draft", token]]) };
};

/** A minor with two guardians and all answers; an adult and a minor with required ones. */
export const getDrafts = async () => ({
  child: await createVisitorWithDraft(
    minor("Begoña", "Clara", { ...allOptionalFields, guardian_document: createDocument(900) }),
  ),
  adult: await createVisitorWithDraft(adult("Adela", { student_document: createDocument(901) })),
  sibling: await createVisitorWithDraft(minor("Gemma", "Hugo", { guardian_document: createDocument(902) })),
});

export async function createSignedInFamily(personId: string, browser = ""): Promise<Visitor> {
  const token = createHash("sha256")
    .update(personId + browser)
    .digest("base64url");
  await sql(
    `insert into sessions (hash, person_id, created_at, expires_at) values ($1, $2, now(), now() + interval '1 day')
     on conflict do nothing`,
    [hashSecret(token), personId],
  );
  return { cookieJar: new Map([["session", token]]) };
}
