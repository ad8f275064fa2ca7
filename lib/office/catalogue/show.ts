import { rowDigest } from "@/lib/catalogue/files/change-row";
import { readAtOneMoment } from "@/lib/catalogue/files/export";
import { countNaming, namedTables } from "@/lib/catalogue/files/named-rows";
import { type Catalogue, type Row, type TableName, tables } from "@/lib/catalogue/files/tables";
import { type LastChange, lastChange } from "@/lib/office/settings";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { onConnection, prisma } from "@/lib/platform/prisma";
import { rowLabel } from "./labels";

/** A column as a page asks for it. */
export type ShownColumn = {
  name: string;
  kind: "choice" | "code" | "day" | "decimal" | "duration" | "flag" | "label" | "text" | "whole";
  words?: readonly string[];
  /** What it may point at, where it points at rows of another table. */
  options?: { value: string; label: string }[];
};

export type ShownRow = { key: string; label: string; cells: Record<string, string> };

/** What a page neither shows nor asks: which row it is, and of which year. */
const fixed = new Set(["id", "school_year_id"]);

const ofYear = (table: TableName) => "school_year_id" in tables[table].columns;

/** A table's rows of a year, or all where they belong to none; of what hangs on a syllabus, those of that one. */
export async function showTable(actor: Actor, table: TableName, year: number, syllabus?: number) {
  demand(actor, "change_settings");
  const catalogue = await readAtOneMoment();
  return { columns: columnsOf(catalogue, table, year), rows: rowsOf(catalogue, table, year, syllabus) };
}

/** How many rows each table has, in a year or in all. */
export async function countRows(actor: Actor, year: number): Promise<Record<TableName, number>> {
  demand(actor, "change_settings");
  const catalogue = await readAtOneMoment();
  const counts = Object.keys(tables).map((name) => {
    const table = name as TableName;
    return [table, rowsOf(catalogue, table, year).length] as const;
  });
  return Object.fromEntries(counts) as Record<TableName, number>;
}

export type RowPage = {
  columns: ShownColumn[];
  row: ShownRow | undefined;
  version: string;
  named: number;
  last: LastChange | undefined;
};

/** One row, or what a new one asks, with how many enrollments of families name it; undefined where there is none. */
export async function showRow(
  actor: Actor,
  table: TableName,
  year: number,
  key?: string,
): Promise<RowPage | undefined> {
  demand(actor, "change_settings");
  const catalogue = await readAtOneMoment();
  const stored = key === undefined ? undefined : catalogue[table].get(key);
  if (key !== undefined && !stored) return;
  const ownYear = Number(stored?.school_year_id ?? year);
  const [named, last] = await Promise.all([
    key === undefined ? 0 : enrollmentsOf(table, key),
    key === undefined ? undefined : lastChange(prisma(), "catalogue", `${table}/${key}`),
  ]);
  return {
    columns: columnsOf(catalogue, table, ownYear),
    row: stored && shownRow(catalogue, table, stored),
    version: rowDigest(stored),
    named,
    last,
  };
}

async function enrollmentsOf(table: TableName, key: string): Promise<number> {
  const own = namedTables.find((name) => name === table);
  if (!own) return 0;
  return onConnection((client) => countNaming(client, own, [Number(key)]));
}

function rowsOf(catalogue: Catalogue, table: TableName, year: number, syllabus?: number): ShownRow[] {
  return [...catalogue[table].values()]
    .filter((row) => !ofYear(table) || row.school_year_id === year)
    .filter((row) => syllabus === undefined || row.syllabus_id === syllabus)
    .map((row) => shownRow(catalogue, table, row));
}

const shownRow = (catalogue: Catalogue, table: TableName, row: Row): ShownRow => ({
  key: tables[table].key.map((column) => row[column]).join("/"),
  label: rowLabel(catalogue, table, row),
  cells: Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? "")])),
});

function columnsOf(catalogue: Catalogue, table: TableName, year: number): ShownColumn[] {
  return Object.entries(tables[table].columns).flatMap(([name, { kind, words }]) => {
    if (fixed.has(name)) return [];
    const to = tables[table].references[name];
    return [{ name, kind, ...(words && { words }), ...(to && { options: optionsOf(catalogue, to, year) }) }];
  });
}

const optionsOf = (catalogue: Catalogue, table: TableName, year: number) =>
  rowsOf(catalogue, table, year).map(({ key, label }) => ({ value: key, label }));
