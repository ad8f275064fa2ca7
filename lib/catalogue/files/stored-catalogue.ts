import type { ClientBase } from "pg";
import { type RowChange, splitChanges } from "./compare";
import { type Catalogue, getRowKey, type Row, type TableName, tableNames, tables } from "./tables";

/** Reads the whole catalogue, each table in the order of its keys. */
export async function readStoredCatalogue(client: ClientBase): Promise<Catalogue> {
  const catalogue = {} as Catalogue;
  for (const table of tableNames) {
    const { rows } = await client.query<Row>(selectAll(table));
    catalogue[table] = new Map(rows.map((row) => [getRowKey(table, row), row]));
  }
  return catalogue;
}

/**
 * Writes changes that have been found sound, in an order that keeps every key and foreign key
 * whole. Links are replaced: an update of a syllabus or subject would cascade into them.
 */
export async function writeChanges(client: ClientBase, changes: RowChange[]): Promise<void> {
  for (const table of [...tableNames].reverse()) {
    const { removed, changed } = splitChanges(changes, table);
    const rows = before(tables[table].link ? [...removed, ...changed] : removed);
    await eachChunk(rows, (chunk) => remove(client, table, chunk));
  }
  for (const table of tableNames) {
    const { added, changed } = splitChanges(changes, table);
    const updated = tables[table].link ? [] : changed;
    await moveAside(client, table, updated);
    await eachChunk(after(updated), (chunk) => update(client, table, chunk));
    await eachChunk(after(tables[table].link ? [...added, ...changed] : added), (chunk) =>
      insert(client, table, chunk),
    );
  }
}

const before = (changes: RowChange[]) => changes.flatMap((change) => (change.before ? [change.before] : []));
const after = (changes: RowChange[]) => changes.flatMap((change) => (change.after ? [change.after] : []));

/** Moves the sequences past ids that were given explicitly. Outside of transactions: never undone. */
export async function advanceSequences(client: ClientBase): Promise<void> {
  for (const table of tableNames.filter((name) => tables[name].key[0] === "id")) {
    await client.query(
      `select setval(sequence, highest)
       from (select max(id) as highest from "${table}") ids, pg_get_serial_sequence('"${table}"', 'id') sequence
       where highest >= coalesce(pg_sequence_last_value(sequence::regclass), 0)`,
    );
  }
}

/** A statement has five seconds: rows go in portions that need a fraction of it. */
const CHUNK = 5_000;

async function eachChunk(rows: Row[], write: (rows: Row[]) => Promise<unknown>) {
  for (let at = 0; at < rows.length; at += CHUNK) await write(rows.slice(at, at + CHUNK));
}

/** Two rows that exchange a name would meet in the unique index: both step aside first. */
async function moveAside(client: ClientBase, table: TableName, changed: RowChange[]) {
  const { unique, park: moveAside } = tables[table];
  const taken = new Set(unique.flatMap((group) => changed.map(({ before }) => groupKey(group, before))));
  const moving = changed.filter(({ before, after }) =>
    unique.some((group) => groupKey(group, before) !== groupKey(group, after)),
  );
  const clash = moving.some(({ before, after }) =>
    unique.some(
      (group) => groupKey(group, before) !== groupKey(group, after) && taken.has(groupKey(group, after)),
    ),
  );
  if (!clash) return;

  const sets = Object.entries(moveAside).map(([column, value]) => `"${column}" = ${value}`);
  await client.query(`update "${table}" set ${sets.join(", ")} where id = any($1::integer[])`, [
    moving.map(({ after }) => after?.id),
  ]);
}

const groupKey = (group: string[], row: Row | undefined) =>
  JSON.stringify(group.map((column) => [column, row?.[column]]));

const storedName = (table: TableName, column: string) =>
  `"${tables[table].columns[column]?.stored?.column ?? column}"`;

function selectAll(table: TableName): string {
  const columns = Object.entries(tables[table].columns).map(([name, { read }]) => {
    const stored = storedName(table, name);
    return `${read ? read(stored) : stored} as "${name}"`;
  });
  return `select ${columns.join(", ")} from "${table}" order by ${tables[table].key.join(", ")}`;
}

function remove(client: ClientBase, table: TableName, rows: Row[]) {
  return client.query(`delete from "${table}" t using ${recordset(table, 1)} where ${sameKey(table)}`, [
    JSON.stringify(rows),
  ]);
}

function update(client: ClientBase, table: TableName, rows: Row[]) {
  const sets = Object.keys(tables[table].columns).map(
    (name) => `${storedName(table, name)} = ${written(table, name)}`,
  );
  return client.query(
    `update "${table}" t set ${sets.join(", ")} from ${recordset(table, 1)} where ${sameKey(table)}`,
    [JSON.stringify(rows)],
  );
}

function insert(client: ClientBase, table: TableName, rows: Row[]) {
  const names = Object.keys(tables[table].columns);
  return client.query(
    `insert into "${table}" (${names.map((name) => storedName(table, name)).join(", ")})
     select ${names.map((name) => written(table, name)).join(", ")} from ${recordset(table, 1)}`,
    [JSON.stringify(rows)],
  );
}

function recordset(table: TableName, parameter: number): string {
  const columns = Object.entries(tables[table].columns).map(([name, { type }]) => `"${name}" ${type}`);
  return `jsonb_to_recordset($${parameter}::jsonb) as r(${columns.join(", ")})`;
}

function written(table: TableName, column: string): string {
  const value = `r."${column}"`;
  return tables[table].columns[column]?.stored?.write(value) ?? value;
}

const sameKey = (table: TableName) =>
  tables[table].key.map((column) => `t."${column}" = r."${column}"`).join(" and ");
