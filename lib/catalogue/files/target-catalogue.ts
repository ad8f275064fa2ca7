import { createHash } from "node:crypto";
import { type CatalogueFile, checkRows, toCatalogueFile } from "./read-catalogue";
import {
  type Catalogue,
  getRowKey,
  type Row,
  type TableName,
  tableNames,
  tables,
  type Value,
} from "./tables";
import { createProblem, type SourceLocation } from "./types";

/** The stored catalogue, and the `wanted` one after the import, even with problems. */
export type CatalogueTarget = {
  stored: Catalogue;
  wanted: Catalogue;
  file: CatalogueFile;
  places: Places;
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
type Places = Record<TableName, Map<string, SourceLocation>>;

/** Applies a file to the stored catalogue: overwrites its rows and deletes the missing ones. */
export function createTarget(stored: Catalogue, file: CatalogueFile): CatalogueTarget {
  const years = listYears(file);
  const wanted = {} as Catalogue;
  const places = {} as Places;
  for (const table of tableNames) {
    const own = file.tables[table];
    const inFile = (own?.rows ?? []).map(({ row, place }) => {
      const key = getRowKey(table, row);
      return { key, row: withAbsent(table, row, stored[table].get(key)), place };
    });
    places[table] = new Map(inFile.map(({ key, place }) => [key, place]));

    const isMissing = (row: Row) => own && !own.incomplete && years.has(row.school_year_id);
    const hangsOnNothing = (row: Row) => tables[table].link && !wanted.syllabi.has(String(row.syllabus_id));
    const kept = [...stored[table]].filter(
      ([key, row]) => places[table].has(key) || !(isMissing(row) || hangsOnNothing(row)),
    );
    wanted[table] = new Map([...kept, ...inFile.map(({ key, row }) => [key, row] as const)]);
  }
  return { stored, wanted, file, places };
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
  const own = changes.filter((change) => change.table === table);
  return {
    added: own.filter(({ before }) => !before),
    changed: own.filter(({ before, after }) => before && after),
    removed: own.filter(({ after }) => !after),
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
  const place = { file: table, table, row: 1 };
  const values = cells && { ...createId(stored, table, key, cells), ...parseCells(table, cells) };
  const rows = values ? [{ place, values }] : [];
  const file = checkRows(table, { tables: [{ table, file: table, rows }], problems: [], complete: true });
  const wanted = { ...stored, [table]: new Map(stored[table]) };
  const places = Object.fromEntries(tableNames.map((name) => [name, new Map()])) as CatalogueTarget["places"];
  if (key !== undefined) wanted[table].delete(key);
  for (const { row } of file.tables[table]?.rows ?? []) {
    const own = getRowKey(table, row);
    if (wanted[table].has(own)) {
      const [column = ""] = tables[table].key.slice(-1);
      file.problems.push(createProblem(place, column, `${own} is there already.`, { code: "key_twice" }));
    }
    wanted[table].set(own, withAbsent(table, row, stored[table].get(own)));
    places[table].set(own, place);
  }
  for (const link of tableNames.filter((name) => tables[name].link && name !== table))
    wanted[link] = listLinks(wanted[link], wanted);
  return { stored, wanted, file, places };
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
export type CopiedIds = Record<"specialities" | "subjects" | "syllabi", Map<number, number>>;

/** Copies a school year with new ids, as a catalogue file of that year only (desk 27). */
export function copyYear(stored: Catalogue, { from, percent, roundTo, ...own }: NewYearInput) {
  const id = getMaxId(stored, "school_years") + 1;
  const copies: CopiedIds = {
    specialities: createIds(stored, "specialities", from),
    subjects: createIds(stored, "subjects", from),
    syllabi: createIds(stored, "syllabi", from),
  };
  const copied = (table: TableName) =>
    rowsOf(stored, table, from).map((row) => ({
      ...row,
      ...replaceIds(table, row, copies),
      school_year_id: id,
    }));
  let link = getMaxId(stored, "syllabus_subjects");
  const file: CatalogueFile = toCatalogueFile("next-year", {
    school_years: [{ id, ...own }],
    specialities: copied("specialities"),
    subjects: copied("subjects").map((row) => ({
      ...row,
      price: calculateNewPrice(String((row as Row).price), percent, roundTo),
    })),
    syllabi: copied("syllabi"),
    syllabus_specialities: copied("syllabus_specialities"),
    syllabus_subjects: copied("syllabus_subjects").map((row) => ({ ...row, id: ++link })),
  });
  return { id, file, copies };
}

/** A price as text, such as `32.50`, changed by a percentage and rounded. */
export function calculateNewPrice(price: string, percent: number, roundTo: number): string {
  const cents = Math.round(Number(price) * 100) * (1 + percent / 100);
  return (Math.max(0, Math.round(cents / roundTo) * roundTo) / 100).toFixed(2);
}

/** Completes a row with the columns that its file lacks: stored values or defaults. */
function withAbsent(table: TableName, row: Row, stored: Row | undefined): Row {
  const absent = Object.entries(tables[table].columns).flatMap(([name, { ifAbsent }]) =>
    ifAbsent === undefined || name in row ? [] : [[name, stored?.[name] ?? ifAbsent]],
  );
  return { ...row, ...Object.fromEntries(absent) };
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
  const all = [...stored[table].values()];
  const taken = new Set(all.map(({ id }) => Number(id)));
  const own = all.filter(({ school_year_id }) => school_year_id === schoolYearId);
  let next = Math.max(0, ...(own.length > 0 ? own : all).map(({ id }) => Number(id))) + 1;
  while (taken.has(next)) next++;
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

const parseCells = (table: TableName, cells: Record<string, string>) =>
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
  return new Map(rowsOf(stored, table, year).map(({ id }, at) => [Number(id), first + at]));
}

/** Replaces the row's id and its references within the year. */
function replaceIds(table: TableName, row: Row, copies: CopiedIds): Row {
  const to = (name: string, value: Row[string]) =>
    value === null ? null : (copies[name as keyof CopiedIds]?.get(Number(value)) ?? value);
  const pointing = Object.entries(tables[table].references)
    .filter(([, name]) => name in copies)
    .map(([column, name]) => [column, to(name, row[column] ?? null)] as const);
  return { ...(table in copies && { id: to(table, row.id ?? null) }), ...Object.fromEntries(pointing) };
}
