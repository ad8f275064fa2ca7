import { createRowDigest } from "@/lib/catalogue/files/change-row";
import { readCatalogue } from "@/lib/catalogue/files/export";
import { countReferencingEnrollments, referencedTables } from "@/lib/catalogue/files/named-rows";
import { type Catalogue, type Row, type TableName, tables } from "@/lib/catalogue/files/tables";
import { type LastChange, findLastChangeOf } from "@/lib/office/settings";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { withConnection, prisma } from "@/lib/platform/prisma";
import { getRowLabel } from "./labels";

/** A column as a page asks for it. */
export type TableColumn = {
  name: string;
  kind: "choice" | "code" | "day" | "decimal" | "duration" | "flag" | "label" | "text" | "whole";
  words?: readonly string[];
  /** What it may point at, where it points at rows of another table. */
  options?: { value: string; label: string }[];
};

export type TableRow = { key: string; label: string; cells: Record<string, string> };

/** What a page neither shows nor asks: which row it is, and of which year. */
const fixed = new Set(["id", "school_year_id"]);

const ofYear = (table: TableName) => "school_year_id" in tables[table].columns;

/** A table's rows of a year, or all where they belong to none; of what hangs on a syllabus, those of that one. */
export async function readTable(actor: Actor, table: TableName, year: number, syllabus?: number) {
  requirePermission(actor, "change_settings");
  const catalogue = await readCatalogue();
  return { columns: columnsOf(catalogue, table, year), rows: rowsOf(catalogue, table, year, syllabus) };
}

/** How many rows each table has, in a year or in all. */
export async function countRows(actor: Actor, year: number): Promise<Record<TableName, number>> {
  requirePermission(actor, "change_settings");
  const catalogue = await readCatalogue();
  const counts = Object.keys(tables).map((name) => {
    const table = name as TableName;
    return [table, rowsOf(catalogue, table, year).length] as const;
  });
  return Object.fromEntries(counts) as Record<TableName, number>;
}

export type RowDetails = {
  columns: TableColumn[];
  row: TableRow | undefined;
  version: string;
  referencingEnrollments: number;
  last: LastChange | undefined;
};

/** One row, or what a new one asks, with how many enrollments of families name it; undefined where there is none. */
export async function readRow(
  actor: Actor,
  table: TableName,
  year: number,
  key?: string,
): Promise<RowDetails | undefined> {
  requirePermission(actor, "change_settings");
  const catalogue = await readCatalogue();
  const stored = key === undefined ? undefined : catalogue[table].get(key);
  if (key !== undefined && !stored) return;
  const ownYear = Number(stored?.school_year_id ?? year);
  const [referencingEnrollments, last] = await Promise.all([
    key === undefined ? 0 : enrollmentsOf(table, key),
    key === undefined ? undefined : findLastChangeOf(prisma(), "catalogue", `${table}/${key}`),
  ]);
  return {
    columns: columnsOf(catalogue, table, ownYear),
    row: stored && shownRow(catalogue, table, stored),
    version: createRowDigest(stored),
    referencingEnrollments,
    last,
  };
}

async function enrollmentsOf(table: TableName, key: string): Promise<number> {
  const own = referencedTables.find((name) => name === table);
  if (!own) return 0;
  return withConnection((client) => countReferencingEnrollments(client, own, [Number(key)]));
}

function rowsOf(catalogue: Catalogue, table: TableName, year: number, syllabus?: number): TableRow[] {
  return [...catalogue[table].values()]
    .filter((row) => !ofYear(table) || row.school_year_id === year)
    .filter((row) => syllabus === undefined || row.syllabus_id === syllabus)
    .map((row) => shownRow(catalogue, table, row));
}

const shownRow = (catalogue: Catalogue, table: TableName, row: Row): TableRow => ({
  key: tables[table].key.map((column) => row[column]).join("/"),
  label: getRowLabel(catalogue, table, row),
  cells: Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? "")])),
});

function columnsOf(catalogue: Catalogue, table: TableName, year: number): TableColumn[] {
  return Object.entries(tables[table].columns).flatMap(([name, { kind, words }]) => {
    if (fixed.has(name)) return [];
    const to = tables[table].references[name];
    return [{ name, kind, ...(words && { words }), ...(to && { options: optionsOf(catalogue, to, year) }) }];
  });
}

const optionsOf = (catalogue: Catalogue, table: TableName, year: number) =>
  rowsOf(catalogue, table, year).map(({ key, label }) => ({ value: key, label }));
