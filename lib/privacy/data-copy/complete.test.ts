import { expect, test } from "vitest";
import { locales } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { erasePerson } from "@/lib/privacy/verbs";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import {
  createErasablePerson,
  createSecretary,
  type ErasablePerson,
  getRowCondition,
  tablesOfOthers,
} from "@/test/support/domain/erasable-person";
import { collectPersonalData } from "./queries";
import { textKeyByColumn } from "./readable-copy";

const { next } = await seedDemoSchool();
await createSecretary();

const NOW = new Date();

/** What an erasure deletes or empties and a copy leaves out, and why; `*` is every column of a table. */
const leftOut: Record<string, string> = {
  "answer_links.*": "a secret of a mail and its days",
  "setup_tokens.*": "a secret of a mail and its days",
  "sign_in_links.*": "a secret of a mail and its days",
  "email_changes.hash": "a secret of a mail",
  "email_changes.expires_at": "follows from its start",
  "known_devices.*": "a secret of a browser and its last day",
  "sessions.expires_at": "follows from its start",
  "accounts.password_hash": "a secret",
  "mail_messages.payload": "what a mail says, from data of the copy, and its secret links",
  "draft_offers.*": "for three days, an answer that is not given yet",
  "people.email_key": "follows from the address",
  "people.document_key": "follows from the document",
  "guardianships.*": "joins two people: the copy lists the children, never another guardian",
  "different_people.*": "names another person",
  "disagreements.settlement": "the office's note, about both guardians",
  "decisions.internal_reason": "stays internal (docs/office/decisions.md): it compares with others who wait",
  "bulk_actions.*": "of many people: what it did to this one is among decisions, labels and mails",
  "bulk_rows.*": "as above",
  "exports.*": "a file of many people",
  "labels.name_key": "follows from its name",
  "labels.created_at": "of the label, not of the person",
  "labels.retired_at": "of the label, not of the person",
  "enrollment_labels.created_at": "in the audit log",
};

/** Tables without rows in this test that the copy has, and that an erasure leaves as they are. */
const retained = "access_entries consents place_answers speciality_choices syllabus_choices".split(" ");

type Column = { table: string; column: string; type: string; isKey: boolean; labels: string[] | null };

/** All columns of tables that may have rows of a person, from the database's own catalogue; a table by its view's name. */
async function listColumns(): Promise<Column[]> {
  const { rows } = await getPool().query<Column>(
    `select replace(c.relname, 'all_', '') as table, a.attname as column, t.typname as type,
       exists (select from pg_constraint k
         where k.conrelid = c.oid and k.contype in ('p', 'f') and a.attnum = any(k.conkey)) as "isKey",
       (select array_agg(e.enumlabel::text) from pg_enum e where e.enumtypid = t.oid) as labels
     from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.attname not in ('sandbox_id', 'test', 'erased_at') and not replace(c.relname, 'all_', '') = any($1)
     order by t.typtype = 'e'`,
    [tablesOfOthers],
  );
  return rows;
}

const SOME_SPECIALITY = `(select id from specialities where school_year_id =
  (select school_year_id from rounds where rounds.id = round_id) order by id limit 1)`;

/** Values that the copy can show where another value of the type cannot be. */
const otherValues: Record<string, string> = {
  "people.locale": "'ca'",
  "enrollments.locale": "'ca'",
  "round_entries.merits": `'[["resident", 7]]'`,
  "round_entries.wishes": "'[]'",
  "round_moves.speciality_id": SOME_SPECIALITY,
  "round_moves.syllabus_id": SOME_SPECIALITY.replace("specialities", "syllabi"),
  "mail_messages.tells": `'{"reader": "student", "subject": "Ensayo", "words": "Hola"}'`,
};

/** SQL of a value that differs from a column's. */
function getOtherValue({ table, column, type, labels }: Column): string {
  const other = otherValues[`${table}.${column}`];
  if (other) return other;
  if (labels)
    return `case ${column} when '${labels[0]}' then '${labels[1]}' else '${labels[0]}' end::${type}`;
  const byType: Record<string, string> = {
    text: `coalesce(${column}, '') || gen_random_uuid()`,
    bool: `not coalesce(${column}, false)`,
    date: `coalesce(${column}, current_date) + 1`,
    timestamptz: `coalesce(${column}, now()) + interval '1 day'`,
    jsonb: `'{"x": 1}'`,
    bytea: "'x'",
    _text: "array['x']",
  };
  return byType[type] ?? `coalesce(${column}, 0) + 1`;
}

/** Runs SQL about a person, past all triggers. */
async function runAbout<Row extends object>(person: ErasablePerson, sql: string): Promise<Row[]> {
  const client = await getPool().connect();
  try {
    await client.query("set session_replication_role = replica");
    const who = "with who as (select $1::uuid, $2::uuid, $3::text)";
    return (await client.query<Row>(`${who} ${sql}`, [person.id, person.enrollmentId, person.reference]))
      .rows;
  } finally {
    await client.query("set session_replication_role = default");
    client.release();
  }
}

const collect = async ({ id }: ErasablePerson) => JSON.stringify(await collectPersonalData(id, NOW));

/** A person whose rows a copy shows: decisions and lists are public, one mail is to a group. */
async function createVisiblePerson(): Promise<ErasablePerson> {
  const { rows: checks } = await getPool().query<{ sql: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as sql
     from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`,
  );
  for (const { sql } of checks) await getPool().query(sql);
  const person = await createErasablePerson();
  const { id, enrollmentId } = person;
  await prisma().session.create({
    data: { hash: Buffer.alloc(32), personId: id, createdAt: NOW, expiresAt: new Date(NOW.getTime() + 1e6) },
  });
  await prisma().goingOn.create({
    data: { studentId: id, schoolYearId: next.id, answer: "stay", answeredAt: NOW },
  });
  await prisma().dataRequest.create({
    data: { kind: "access", personId: id, dueOn: NOW, settledAt: NOW, outcome: "done" },
  });
  const tells = { reader: "student", subject: "Concierto", words: "El lunes." };
  await prisma().mailMessage.updateMany({ where: { enrollmentId }, data: { kind: "group_message", tells } });
  await runAbout(person, "update decisions set status = 'told' where enrollment_id = $2");
  await runAbout(
    person,
    `update rounds set state = 'closed', final_public_at = now()
     where id in (select round_id from round_entries where enrollment_id = $2)`,
  );
  return person;
}

type StoredRow = { table: string; row: Record<string, unknown> };

async function readRows(person: ErasablePerson, conditions: Map<string, string>): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for (const [table, condition] of conditions)
    for (const { row } of await runAbout<Pick<StoredRow, "row">>(
      person,
      `select to_jsonb(t) as row from ${table} t where ${condition}`,
    ))
      rows.push({ table, row });
  return rows;
}

/** The columns of the person's rows by table, and the condition of the rows. */
async function listOwnColumns(person: ErasablePerson) {
  const conditions = new Map<string, string>();
  const own: Column[] = [];
  for (const [table, columns] of Map.groupBy(await listColumns(), (column) => column.table)) {
    const condition = await getRowCondition(table).catch(() => undefined);
    if (!condition || retained.includes(table) || `${table}.*` in leftOut) continue; // nobody's, or listed
    conditions.set(table, condition);
    own.push(...columns.filter(({ isKey, type }) => !isKey && type !== "uuid"));
  }
  const filled = new Set((await readRows(person, conditions)).map(({ table }) => table));
  expect([...conditions.keys()].filter((table) => !filled.has(table))).toEqual([]);
  return { conditions, own };
}

test("desk 32: what an erasure deletes or empties of a person is in their copy, or is left out for a reason", async () => {
  const person = await createVisiblePerson();
  const { conditions, own } = await listOwnColumns(person);

  // A column is in the copy if another value changes it.
  const missing: string[] = [];
  let copy = await collect(person);
  for (const column of own) {
    const name = `${column.table}.${column.column}`;
    const where = conditions.get(column.table);
    await runAbout(
      person,
      `update ${column.table} set ${column.column} = ${getOtherValue(column)} where ${where}`,
    );
    const changed = await collect(person);
    if (changed === copy) missing.push(name);
    copy = changed;
  }

  await runAbout(person, "update decisions set status = 'told' where enrollment_id = $2");
  const before = await readRows(person, conditions);
  await erasePerson(person.id, { actor: { kind: "command" }, now: NOW });
  const after = await readRows(person, conditions);
  const isErased = (name: string) =>
    before.some(({ table, row }) =>
      Object.keys(row).some(
        (column) =>
          `${table}.${column}` === name &&
          !after.some((rest) => rest.table === table && rest.row[column] === row[column]),
      ),
    );
  const listed = Object.keys(leftOut).filter((name) => !name.endsWith(".*"));
  expect(missing.filter(isErased).sort()).toEqual(listed.sort());
});

test("desk 32: every member of a copy has a text in each language", async () => {
  const data = await collectPersonalData((await createVisiblePerson()).id, NOW);
  const listMembers = (value: unknown, parent = ""): [name: string, parent: string][] => {
    if (Array.isArray(value)) return value.flatMap((item) => listMembers(item, parent));
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => [
      [name, parent] as [string, string],
      ...listMembers(inner, name),
    ]);
  };
  const members = listMembers(data);
  expect(members.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "subject",
      "claims",
      "draw_number",
      "points_by_criterion",
      "objections",
      "moves",
    ]),
  );
  for (const locale of locales) {
    const t = getTranslator(locale);
    const hasText = ([name, parent]: [string, string]) =>
      [
        `copy.fields.${parent}_${name}`,
        `copy.fields.${name}`,
        `wizard.fields.${textKeyByColumn.get(name)}.label`,
      ].some((key) => t.has(key as never));
    const unnamed = members
      .filter(([name, parent]) => parent !== "" || name !== "created_at")
      .filter((member) => !hasText(member));
    expect([locale, unnamed]).toEqual([locale, []]);
  }
});
