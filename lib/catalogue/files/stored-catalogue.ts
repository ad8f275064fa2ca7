import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ClientBase } from "pg";
import { withConnection } from "@/lib/platform/database/prisma";
import type { Value } from "./columns";
import { type Catalogue, getRowKey, type Row, type TableName, tableNames, tables } from "./tables";
import { type RowChange, splitChanges } from "./target-catalogue";
import { writeCsv, writeJson } from "./text-files";
import { writeWorkbook } from "./workbook";

/** Reads the whole catalogue, each table sorted by key. */
export async function readStoredCatalogue(client: ClientBase): Promise<Catalogue> {
  const catalogue = {} as Catalogue;
  for (const table of tableNames) {
    const { rows } = await client.query<Row>(selectAll(table));
    catalogue[table] = new Map(rows.map((row) => [getRowKey(table, row), row]));
  }
  return catalogue;
}

/**
 * Writes validated changes in an order that keeps unique and foreign keys valid. Replaces links instead of updating
 * them, because an update of a syllabus or subject would cascade into them.
 */
export async function writeChanges(client: ClientBase, changes: RowChange[]): Promise<void> {
  for (const table of [...tableNames].reverse()) {
    const { removed, changed } = splitChanges(changes, table);
    const rows = listBefore(tables[table].link ? [...removed, ...changed] : removed);
    await eachChunk(rows, (chunk) => remove(client, table, chunk));
  }
  for (const table of tableNames) {
    const { added, changed } = splitChanges(changes, table);
    const updated = tables[table].link ? [] : changed;
    await parkRows(client, table, updated);
    await eachChunk(listAfter(updated), (chunk) => update(client, table, chunk));
    await eachChunk(listAfter(tables[table].link ? [...added, ...changed] : added), (chunk) =>
      insert(client, table, chunk),
    );
  }
}

/** Reads the limits of a year's specialities and locks the year's limits. */
export async function readStoredLimits(client: ClientBase, schoolYearId: number): Promise<StoredLimit[]> {
  await client.query("select 1 from school_years where id = $1 for no key update", [schoolYearId]);
  const { rows } = await client.query<StoredLimit>(
    `select speciality_id as "specialityId", syllabus_id as "syllabusId", places from places
     where school_year_id = $1 and speciality_id is not null`,
    [schoolYearId],
  );
  return rows;
}

type StoredLimit = { specialityId: number; syllabusId: number | null; places: number };

/**
 * Exports a consistent snapshot of the catalogue to a `.json` file, a workbook (`.xlsx`) or a directory of CSV files;
 * overwrites existing files. Returns the written files.
 */
export async function exportCatalogue(file: string): Promise<string[]> {
  const catalogue = await readCatalogue();
  const writeSingleFile = singleFileWriters[path.extname(file)];
  if (writeSingleFile) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, writeSingleFile(catalogue));
    return [file];
  }
  await mkdir(file, { recursive: true });
  const files = tableNames.map((table) => ({ table, name: path.join(file, `${table}.csv`) }));
  await Promise.all(
    files.map(({ table, name }) => writeFile(name, writeCsv(table, [...catalogue[table].values()]))),
  );
  return files.map(({ name }) => name);
}

/** Reads a consistent snapshot of the catalogue. */
export async function readCatalogue(): Promise<Catalogue> {
  return withConnection(readStoredCatalogue, { begin: "begin isolation level repeatable read read only" });
}

export const referencedTables = ["specialities", "syllabi"] as const;

type ReferencedTable = (typeof referencedTables)[number];

/** Choices, places and decisions. */
const PLACE_SPECIALITIES = `
    select speciality_id as id, enrollment_id from speciality_choices where speciality_id = any($1)
    union
    select assigned_speciality_id, id from all_enrollments where assigned_speciality_id = any($1)
    union
    select speciality_id, enrollment_id from all_decisions where speciality_id = any($1)`;

/** The enrollments that reference rows of a table, as `id` of the row and `enrollment_id`. */
const referencesByTable: Record<ReferencedTable, string> = {
  specialities: `${PLACE_SPECIALITIES}
    union
    select experience_speciality_id, id from all_enrollments where experience_speciality_id = any($1)`,
  syllabi: `
    select syllabus_id as id, enrollment_id from syllabus_choices where syllabus_id = any($1)
    union
    select assigned_syllabus_id, id from all_enrollments where assigned_syllabus_id = any($1)
    union
    select syllabus_id, enrollment_id from all_decisions where syllabus_id = any($1)`,
};

type EnrollmentReference = { id: number; enrollment: string; student: string; test: boolean };

/** The enrollments that reference some rows; `test` marks those of sandboxes. */
export async function findReferencingEnrollments(
  client: ClientBase,
  table: ReferencedTable,
  rows: Row[],
): Promise<EnrollmentReference[]> {
  if (rows.length === 0) return [];
  const result = await client.query<EnrollmentReference>(
    `select named.id, e.id as enrollment, e.student_id as student, e.test
     from (${referencesByTable[table]}) named join all_enrollments e on e.id = named.enrollment_id`,
    [rows.map(({ id }) => Number(id))],
  );
  return result.rows;
}

/** The rows that changes delete or move to another year, before and after. */
export const listRemovedRows = (table: ReferencedTable, changes: RowChange[]) =>
  changes.flatMap(({ table: changedTable, before, after }) =>
    changedTable === table && before && leavesYear(before, after) ? [{ before, after }] : [],
  );

type References = {
  specialities?: Value[];
  syllabi?: Value[];
  pairs?: { syllabus: Value; speciality: Value }[];
};

/** The number of families' enrollments that reference some rows, or a syllabus together with a speciality. */
export async function countReferencingEnrollments(
  client: ClientBase,
  { specialities = [], syllabi = [], pairs = [] }: References,
): Promise<number> {
  const ofSyllabi = (ids: string) => referencesByTable.syllabi.replaceAll("$1", ids);
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from all_enrollments e where not e.test and e.id in (
       select enrollment_id from (${referencesByTable.specialities}) s
       union select enrollment_id from (${ofSyllabi("$2")}) y
       union select y.enrollment_id from unnest($3::int[], $4::int[]) as pair(syllabus, speciality)
         join (${ofSyllabi("$3")}) y on y.id = pair.syllabus
         join (${PLACE_SPECIALITIES.replaceAll("$1", "$4")}) s
           on s.id = pair.speciality and s.enrollment_id = y.enrollment_id)`,
    [specialities, syllabi, pairs.map((pair) => pair.syllabus), pairs.map((pair) => pair.speciality)],
  );
  return rows[0]?.count ?? 0;
}

const listBefore = (changes: RowChange[]) =>
  changes.flatMap((change) => (change.before ? [change.before] : []));
const listAfter = (changes: RowChange[]) => changes.flatMap((change) => (change.after ? [change.after] : []));

/** The statement timeout is five seconds; a chunk takes a fraction of it. */
const CHUNK_SIZE = 5_000;

async function eachChunk(rows: Row[], write: (rows: Row[]) => Promise<unknown>) {
  for (let i = 0; i < rows.length; i += CHUNK_SIZE) await write(rows.slice(i, i + CHUNK_SIZE));
}

/** Parks rows that exchange unique values, which would otherwise violate the unique index. */
async function parkRows(client: ClientBase, table: TableName, changed: RowChange[]) {
  const { unique, parkingValues } = tables[table];
  const usedKeys = new Set(unique.flatMap((group) => changed.map(({ before }) => toKey(group, before))));
  const moving = changed.filter(({ before, after }) =>
    unique.some((group) => toKey(group, before) !== toKey(group, after)),
  );
  const hasClash = moving.some(({ before, after }) =>
    unique.some((group) => toKey(group, before) !== toKey(group, after) && usedKeys.has(toKey(group, after))),
  );
  if (!hasClash) return;

  const sets = Object.entries(parkingValues).map(([column, value]) => `"${column}" = ${value}`);
  await client.query(`update "${table}" set ${sets.join(", ")} where id = any($1::integer[])`, [
    moving.map(({ after }) => after?.id),
  ]);
}

const toKey = (group: string[], row: Row | undefined) =>
  JSON.stringify(group.map((column) => [column, row?.[column]]));

const getStoredName = (table: TableName, column: string) =>
  `"${tables[table].columns[column]?.stored?.column ?? column}"`;

function selectAll(table: TableName): string {
  const columns = Object.entries(tables[table].columns).map(([name, { read }]) => {
    const stored = getStoredName(table, name);
    return `${read ? read(stored) : stored} as "${name}"`;
  });
  return `select ${columns.join(", ")} from "${table}" order by ${tables[table].key.join(", ")}`;
}

function remove(client: ClientBase, table: TableName, rows: Row[]) {
  return client.query(`delete from "${table}" t using ${recordset(table, 1)} where ${hasSameKey(table)}`, [
    JSON.stringify(rows),
  ]);
}

function update(client: ClientBase, table: TableName, rows: Row[]) {
  const sets = Object.keys(tables[table].columns).map(
    (name) => `${getStoredName(table, name)} = ${formatWrite(table, name)}`,
  );
  return client.query(
    `update "${table}" t set ${sets.join(", ")} from ${recordset(table, 1)} where ${hasSameKey(table)}`,
    [JSON.stringify(rows)],
  );
}

function insert(client: ClientBase, table: TableName, rows: Row[]) {
  const names = Object.keys(tables[table].columns);
  return client.query(
    `insert into "${table}" (${names.map((name) => getStoredName(table, name)).join(", ")})
     select ${names.map((name) => formatWrite(table, name)).join(", ")} from ${recordset(table, 1)}`,
    [JSON.stringify(rows)],
  );
}

function recordset(table: TableName, parameter: number): string {
  const columns = Object.entries(tables[table].columns).map(([name, { type }]) => `"${name}" ${type}`);
  return `jsonb_to_recordset($${parameter}::jsonb) as r(${columns.join(", ")})`;
}

function formatWrite(table: TableName, column: string): string {
  const value = `r."${column}"`;
  return tables[table].columns[column]?.stored?.write(value) ?? value;
}

const hasSameKey = (table: TableName) =>
  tables[table].key.map((column) => `t."${column}" = r."${column}"`).join(" and ");

/** The formats with all tables in one file. */
const singleFileWriters: Record<string, (catalogue: Catalogue) => string | AsyncIterable<Uint8Array>> = {
  ".json": writeJson,
  ".xlsx": writeWorkbook,
};

/** False when the new year is unknown because it is invalid in the file. */
const leavesYear = (before: Row, after: Row | undefined) =>
  !after || (after.school_year_id !== undefined && after.school_year_id !== before.school_year_id);
