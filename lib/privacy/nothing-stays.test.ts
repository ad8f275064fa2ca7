import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { addLabel, addNote } from "@/lib/desk/labels/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import {
  createErasablePerson,
  createSecretary,
  type ErasablePerson,
  getRowCondition,
  secretary,
  TABLE,
  tablesOfOthers,
} from "@/test/support/domain/erasable-person";
import { erasePerson } from "./verbs";

const MARK = "Zubimarca";
const actor = { kind: "command" } as const;

await seedDemoSchool();
await createSecretary();

/** Text and JSON that tells nothing of whoever was erased, and why. Whatever else there is must be gone. */
const kept: Record<string, string> = {
  "people.locale": "a code",
  "people.searched": "follows from what is emptied (prisma/migrations, search_by_parts)",
  "enrollments.reference": "stays, for the school's counts",
  "enrollments.terms_url": "which terms were accepted must be shown",
  "enrollments.locale": "a code",
  "enrollments.traceparent": "the numbers of a request, hexadecimal as they came",
  "consents.terms_url": "as above",
  "consents.locale": "a code",
  "decisions.actor_kind": "a code",
  "decisions.repeats": "a reference, as that of the enrollment itself",
  "data_requests.kind": "a code",
  "data_requests.outcome": "a code",
  "audit_values.name": "which value it is",
  "bulk_rows.outcome": "a code",
  "bulk_rows.undone": "a code",
  "mail_messages.locale": "a code",
  "mail_messages.last_error": "a code",
  "mail_messages.provider_id": "the provider's number",
  "mail_suppressions.reason": "a code",
  "merits.state": "a code, and its row goes",
  "round_entries.drawn": "follows from reference and number, which stay public",
  "round_entries.shares": "a number of a family in a list by reference",
  "exports.sort": "a code, and its row goes",
  "exports.format": "a code, and its row goes",
};

type Column = { table: string; column: string; type: string };

/** Every text and JSON column of the database's own catalogue that may hold something of a person; a table by its view's name. */
async function columns(): Promise<Column[]> {
  const { rows } = await getPool().query<Column>(
    `select replace(c.table_name, 'all_', '') as table, c.column_name as column, c.udt_name as type from information_schema.columns c
     join pg_tables t on t.schemaname = 'public' and t.tablename = c.table_name
     where c.table_schema = 'public' and c.udt_name in ('text', 'varchar', 'bpchar', 'json', 'jsonb', '_text')
       and not replace(c.table_name, 'all_', '') = any($1) order by 1, 2`,
    [tablesOfOthers],
  );
  return rows.filter(({ table, column }) => !(`${table}.${column}` in kept));
}

const marked = (type: string, mark: string) =>
  type === "_text" ? `array['${mark}']` : type.startsWith("json") ? `'{"words": "${mark}"}'` : `'${mark}'`;

/** Runs on one connection past all triggers, as an older release wrote. */
async function past<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await getPool().connect();
  try {
    await client.query("set session_replication_role = replica");
    return await work(client);
  } finally {
    await client.query("set session_replication_role = default");
    client.release();
  }
}

/** Writes the mark into every column; returns the rows that have it. */
async function mark({ id, enrollmentId, reference }: ErasablePerson) {
  const own: { table: string; row: Record<string, unknown> }[] = [];
  await past(async (client) => {
    const all = Object.groupBy(await columns(), ({ table }) => table);
    for (const [table, of] of Object.entries(all)) {
      if (table === "mail_suppressions") continue; // by its address, below
      const values = of?.map(
        ({ column, type }) => `${column} = ${marked(type, `${MARK}-${column}-${reference}`)}`,
      );
      const { rows } = await client.query(
        `with who as (select $1::uuid, $2::uuid, $3::text) update ${table} t set ${values?.join(", ")}
         where ${await getRowCondition(table)} returning to_jsonb(t) as row`,
        [id, enrollmentId, reference],
      );
      expect([table, rows.length > 0]).toEqual([table, true]);
      own.push(...rows.map(({ row }) => ({ table, row })));
    }
    const addresses = `select email_key from people where id = $1 union all select '${MARK}-before-${reference}'`;
    await client.query(
      `insert into mail_suppressions (email_key, reason) select email_key, 'bounced' from (${addresses}) a`,
      [id],
    );
  });
  return own;
}

/** Where the mark still is: every row of every table. */
async function listColumnsWith(what = MARK): Promise<string[]> {
  const { rows: tables } = await getPool().query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')",
  );
  const counts = await Promise.all(
    tables.map(({ name }) =>
      getPool().query(`select 1 from ${name} t where to_jsonb(t)::text like '%' || $1 || '%'`, [what]),
    ),
  );
  return tables.flatMap(({ name }, at) => ((counts[at]?.rowCount ?? 0) > 0 ? [name] : []));
}

const erase = ({ id }: ErasablePerson) => erasePerson(id, { actor, now: new Date() });

test("a marker in every text and JSON column of a person is gone after the erasure", async () => {
  const one = await createErasablePerson();
  await mark(one);
  expect((await listColumnsWith()).length).toBeGreaterThan(12);
  await erase(one);
  expect(await listColumnsWith()).toEqual([]);
});

/** Tables whose rows are of many or of nobody: what is in them about one was looked for above. */
const unbound = ["labels", "bulk_actions", "exports"];

/** Writes a row as it was, as a page would that was opened before. */
async function again(client: pg.ClientBase, { table, row }: { table: string; row: Record<string, unknown> }) {
  const texts = (await columns()).filter((one) => one.table === table).map(({ column }) => column);
  const { rows } = await getPool().query<{ column: string }>(
    `select a.attname as column from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = ${TABLE} and i.indisprimary`,
    [table],
  );
  const key = rows.map(({ column }) => column).join(", ");
  const set = texts.map((column) => `${column} = excluded.${column}`).join(", ");
  // The school's by itself, and what the database makes of the others.
  const { rows: made } = await getPool().query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = ${TABLE} and attgenerated <> ''`,
    [table],
  );
  const own = ["sandbox_id", ...made.map(({ column }) => column)];
  const names = Object.keys(row).filter((name) => !own.includes(name));
  await client.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)
     on conflict (${key}) do ${set ? `update set ${set}` : "nothing"}`,
    [JSON.stringify(row)],
  );
}

const refused = (error: { code?: string }) => {
  // Erased, or with a deleted row (23503 names no value), or ended by a deadlock, after which the erasure is tried again.
  if (!["MA002", "23503", "40P01"].includes(error.code ?? "")) throw error;
};

test("data that an older page posts about them later is not stored", async () => {
  const one = await createErasablePerson();
  const rows = (await mark(one)).filter(({ table }) => !unbound.includes(table));
  await erase(one);
  for (const row of rows) await again(getPool() as unknown as pg.ClientBase, row).catch(refused);
  expect(await listColumnsWith()).toEqual([]);
  const row = { bulkId: (await prisma().bulkAction.findFirstOrThrow()).id, version: 0 };
  await prisma().bulkRow.createMany({ data: { ...row, position: 2, enrollmentId: one.enrollmentId } });
  expect(await prisma().bulkRow.count({ where: { position: 2 } })).toBe(0); // of many, they are left out
  await expect(addNote({ reference: one.reference, note: MARK }, secretary)).rejects.toThrow(/erased/);
  await expect(addLabel({ reference: one.reference, label: MARK }, secretary)).rejects.toThrow(/erased/);
  const decision = { reference: one.reference, tell: "held" } as const;
  await expect(
    decideAndNotify({ ...decision, to: "withdrawn", reason: "other", words: MARK }, actor, new Date()),
  ).rejects.toThrow("erased");
  await expect(
    decideAndNotify({ ...decision, to: "waiting", specialityId: 1 }, actor, new Date()),
  ).rejects.toThrow("erased");
  expect(await listColumnsWith()).toEqual([]);
  await decideAndNotify({ ...decision, to: "withdrawn", reason: "other", tell: "now" }, actor, new Date()); // gives a place up
  expect(await prisma().enrollment.findUnique({ where: { reference: one.reference } })).toMatchObject({
    state: "withdrawn",
  });
  const [message] = await prisma().mailMessage.findMany({ where: { personId: one.id } });
  await prisma().mailMessage.update({
    where: { id: message?.id as string },
    data: { state: "delivered", deliveredAt: new Date() },
  });
});

const waiting = async () =>
  (
    await getPool().query(
      "select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database()) or not granted and locktype = 'transactionid'",
    )
  ).rowCount;

async function clients(count: number) {
  const all = Array.from({ length: count }, () => new pg.Client({ connectionString: env.DATABASE_URL }));
  onTestFinished(async () => void (await Promise.all(all.map((client) => client.end()))));
  await Promise.all(all.map((client) => client.connect()));
  return all;
}

test("a write during an erasure is refused, and one just before it is erased", async () => {
  const late = await createErasablePerson();
  const rows = (await mark(late)).filter(({ table }) => !unbound.includes(table));
  const [holder, ...writers] = (await clients(rows.length + 1)) as [pg.Client, ...pg.Client[]];
  await holder.query("begin; lock table data_requests in share mode"); // one of an erasure's last steps waits for it
  const erasure = erase(late);
  await expect.poll(waiting).toBe(1);
  const writes = rows.map((row, at) => again(writers[at] as pg.Client, row).catch(refused));
  await expect.poll(waiting).toBeGreaterThan(rows.length * 0.6); // the others were refused by what is visible already
  await holder.query("commit");
  await Promise.all([erasure, ...writes]);
  expect(await listColumnsWith()).toEqual([]);

  const early = await createErasablePerson();
  // Without `people`: changing a person's address locks the row, and the other writers would wait.
  const own = (await mark(early)).filter(({ table }) => ![...unbound, "people"].includes(table));
  await prisma().auditValue.deleteMany(); // a value is never changed, only written
  for (const [at, row] of own.entries()) {
    await writers[at]?.query("begin");
    await again(writers[at] as pg.Client, row);
  }
  const after = erase(early);
  await expect.poll(waiting).toBeGreaterThan(0);
  await Promise.all(writers.map((client) => client.query("commit")));
  await after;
  expect(await listColumnsWith()).toEqual([]);
});
