import { createHash } from "node:crypto";
import type { Value } from "./columns";
import { type CatalogueFile, checkRows, toCatalogueFile } from "./read-catalogue";
import { type Catalogue, getRowKey, type Row, type TableName, tableNames, tables } from "./tables";
import { createProblem, type SourceLocation } from "./types";

/** The stored catalogue, and the `updated` one after the import, even with problems. */
export type CatalogueTarget = {
  stored: Catalogue;
  updated: Catalogue;
  file: CatalogueFile;
  sources: RowLocations;
  limits?: LimitChange[];
};

/** A changed limit of a speciality, or of it in one syllabus; null is no limit. */
export type LimitChange = {
  schoolYearId: number;
  specialityId: number;
  syllabusId: number | null;
  name: string;
  before: number | null;
  after: number | null;
};

/** The position of each row in the file, by key. */
type RowLocations = Record<TableName, Map<string, SourceLocation>>;

/** Applies a file to the stored catalogue: overwrites its rows and deletes the missing ones. */
export function createTarget(stored: Catalogue, file: CatalogueFile): CatalogueTarget {
  const years = listYears(file);
  const updated = {} as Catalogue;
  const sources = {} as RowLocations;
  for (const table of tableNames) {
    const fileTable = file.tables[table];
    const fileRows = (fileTable?.rows ?? []).map(({ row, source }) => {
      const key = getRowKey(table, row);
      return { key, row: addAbsentColumns(table, row, stored[table].get(key)), source };
    });
    sources[table] = new Map(fileRows.map(({ key, source }) => [key, source]));

    const isMissing = (row: Row) => fileTable && !fileTable.incomplete && years.has(row.school_year_id);
    const isOrphan = (row: Row) => tables[table].link && !updated.syllabi.has(String(row.syllabus_id));
    const unchanged = [...stored[table]].filter(
      ([key, row]) => sources[table].has(key) || !(isMissing(row) || isOrphan(row)),
    );
    updated[table] = new Map([...unchanged, ...fileRows.map(({ key, row }) => [key, row] as const)]);
  }
  return { stored, updated, file, sources };
}

/** A row that an import adds (no `before`), deletes (no `after`) or changes. */
export type RowChange = { table: TableName; before?: Row; after?: Row };

/** The columns in which two versions of a row differ; all columns for an added or deleted row. */
export function listDifferences(table: TableName, before: Row | undefined, after: Row | undefined) {
  if (before === after) return [];
  return Object.keys(tables[table].columns)
    .map((column) => ({ column, before: before?.[column], after: after?.[column] }))
    .filter((difference) => difference.before !== difference.after);
}

export function splitChanges(changes: RowChange[], table: TableName) {
  const tableChanges = changes.filter((change) => change.table === table);
  return {
    added: tableChanges.filter(({ before }) => !before),
    changed: tableChanges.filter(({ before, after }) => before && after),
    removed: tableChanges.filter(({ after }) => !after),
  };
}

/** A row as submitted by a page, with cells as in a file; without cells the row is deleted. */
type RowEdit = {
  table: TableName;
  key?: string | undefined;
  cells?: Record<string, string> | undefined;
};

/** The catalogue with one row added (without key), changed or deleted. */
export function createRowEdit(stored: Catalogue, { table, key, cells }: RowEdit): CatalogueTarget {
  const source = { file: table, table, row: 1 };
  const values = cells && { ...createId(stored, table, key, cells), ...parseCells(table, cells) };
  const rows = values ? [{ source, values }] : [];
  const file = checkRows(table, { tables: [{ table, file: table, rows }], problems: [], complete: true });
  const updated = { ...stored, [table]: new Map(stored[table]) };
  const sources = Object.fromEntries(tableNames.map((name) => [name, new Map()])) as RowLocations;
  if (key !== undefined) updated[table].delete(key);
  for (const { row } of file.tables[table]?.rows ?? []) {
    const rowKey = getRowKey(table, row);
    if (updated[table].has(rowKey)) {
      const [column = ""] = tables[table].key.slice(-1);
      file.problems.push(createProblem(source, column, `${rowKey} is there already.`, { code: "key_twice" }));
    }
    updated[table].set(rowKey, addAbsentColumns(table, row, stored[table].get(rowKey)));
    sources[table].set(rowKey, source);
  }
  for (const link of tableNames.filter((name) => tables[name].link && name !== table))
    updated[link] = listLinks(updated[link], updated);
  return { stored, updated, file, sources };
}

/** The hash of a row, to detect concurrent changes. */
export const createRowDigest = (row: Row | undefined): string =>
  createHash("sha256")
    .update(JSON.stringify(row ?? null))
    .digest("base64url");

/** The input for copying a school year: label, dates and price change. */
export type NewYearInput = {
  from: number;
  year: string;
  start_enrollment: string;
  end_enrollment: string | null;
  start_school_year: string;
  end_school_year: string;
  /** The price change in percent; negative for lower prices. */
  percent: number;
  /** Prices are rounded to this many cents. */
  roundTo: number;
};

/** New ids by old ids. */
type CopiedIds = Record<"specialities" | "subjects" | "syllabi", Map<number, number>>;

/** Copies a school year with new ids, as a catalogue file of that year only (desk 27). */
export function copyYear(stored: Catalogue, { from, percent, roundTo, ...yearFields }: NewYearInput) {
  const id = getMaxId(stored, "school_years") + 1;
  const copies: CopiedIds = {
    specialities: createIds(stored, "specialities", from),
    subjects: createIds(stored, "subjects", from),
    syllabi: createIds(stored, "syllabi", from),
  };
  const copyRows = (table: TableName) =>
    rowsOf(stored, table, from).map((row) => ({
      ...row,
      ...replaceIds(table, row, copies),
      school_year_id: id,
    }));
  let linkId = getMaxId(stored, "syllabus_subjects");
  const file: CatalogueFile = toCatalogueFile("next-year", {
    school_years: [{ id, ...yearFields }],
    specialities: copyRows("specialities"),
    subjects: copyRows("subjects").map((row) => ({
      ...row,
      price: calculateNewPrice(String((row as Row).price), percent, roundTo),
    })),
    syllabi: copyRows("syllabi"),
    syllabus_specialities: copyRows("syllabus_specialities"),
    syllabus_subjects: copyRows("syllabus_subjects").map((row) => ({ ...row, id: ++linkId })),
  });
  return { id, file, copies };
}

/** A price as text, such as `32.50`, changed by a percentage and rounded. */
export function calculateNewPrice(price: string, percent: number, roundTo: number): string {
  const cents = Math.round(Number(price) * 100) * (1 + percent / 100);
  return (Math.max(0, Math.round(cents / roundTo) * roundTo) / 100).toFixed(2);
}

/** Completes a row with the columns that its file lacks: stored values or defaults. */
function addAbsentColumns(table: TableName, row: Row, stored: Row | undefined): Row {
  const absentValues = Object.entries(tables[table].columns).flatMap(([name, { ifAbsent }]) =>
    ifAbsent === undefined || name in row ? [] : [[name, stored?.[name] ?? ifAbsent]],
  );
  return { ...row, ...Object.fromEntries(absentValues) };
}

/** The school years in the file, in their own or another table. */
function listYears(file: CatalogueFile): Set<Value | undefined> {
  const years = new Set(file.tables.school_years?.rows.map(({ row }) => row.id));
  for (const table of tableNames) {
    for (const { row } of file.tables[table]?.rows ?? []) years.add(row.school_year_id);
  }
  years.delete(undefined); // degrees, courses and grading systems have no year, and are never deleted
  return years;
}

/** The next free id, after the highest of the school year or table. */
function getNextId(stored: Catalogue, table: TableName, schoolYearId?: Row[string]): number {
  const rows = [...stored[table].values()];
  const usedIds = new Set(rows.map(({ id }) => Number(id)));
  const yearRows = rows.filter(({ school_year_id }) => school_year_id === schoolYearId);
  let next = Math.max(0, ...(yearRows.length > 0 ? yearRows : rows).map(({ id }) => Number(id))) + 1;
  while (usedIds.has(next)) next++;
  return next;
}

function createId(
  stored: Catalogue,
  table: TableName,
  key: string | undefined,
  cells: Record<string, string>,
) {
  if (!("id" in tables[table].columns)) return {};
  return { id: key === undefined ? getNextId(stored, table, Number(cells.school_year_id)) : Number(key) };
}

/** A row without its id, from cells as in a file. */
export const parseCells = (table: TableName, cells: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(tables[table].columns).flatMap(([name, column]) =>
      name === "id" ? [] : [[name, column.fromCell((cells[name] ?? "").trim())]],
    ),
  );

const listLinks = (links: Map<string, Row>, { syllabi }: Catalogue) =>
  new Map([...links].filter(([, { syllabus_id }]) => syllabi.has(String(syllabus_id))));

export const rowsOf = (stored: Catalogue, table: TableName, year: number) =>
  [...stored[table].values()].filter(({ school_year_id }) => school_year_id === year);

export const getMaxId = (stored: Catalogue, table: TableName) =>
  Math.max(0, ...[...stored[table].values()].map(({ id }) => Number(id)));

function createIds(stored: Catalogue, table: TableName, year: number): Map<number, number> {
  const first = getMaxId(stored, table) + 1;
  return new Map(rowsOf(stored, table, year).map(({ id }, index) => [Number(id), first + index]));
}

/** Replaces the row's id and its references within the year. */
function replaceIds(table: TableName, row: Row, copies: CopiedIds): Row {
  const mapId = (name: string, value: Row[string]) =>
    value === null ? null : (copies[name as keyof CopiedIds]?.get(Number(value)) ?? value);
  const references = Object.entries(tables[table].references)
    .filter(([, name]) => name in copies)
    .map(([column, name]) => [column, mapId(name, row[column] ?? null)] as const);
  return { ...(table in copies && { id: mapId(table, row.id ?? null) }), ...Object.fromEntries(references) };
}
