import {
  countReferencingEnrollments,
  readCatalogue,
  referencedTables,
} from "@/lib/catalogue/files/stored-catalogue";
import {
  type Catalogue,
  getRowKey,
  getRowLabel,
  listHeadings,
  type Row,
  type TableName,
  tableNames,
  tables,
} from "@/lib/catalogue/files/tables";
import {
  calculateNewPrice,
  createRowDigest,
  listDifferences,
  type NewYearInput,
  type RowChange,
} from "@/lib/catalogue/files/target-catalogue";
import { writeWorkbook } from "@/lib/catalogue/files/workbook";
import type { Locale } from "@/lib/i18n/locales";
import { findLastChange } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { withConnection } from "@/lib/platform/database/prisma";
import { BYTE_ORDER_MARK, toCsvRow } from "@/lib/platform/files";

export { tableNames } from "@/lib/catalogue/files/tables";

/** A column with its form control. */
export type TableColumn = {
  name: string;
  kind: "choice" | "code" | "day" | "decimal" | "duration" | "flag" | "label" | "text" | "whole";
  choices?: readonly string[];
  /** The rows that a foreign key may reference. */
  options?: { value: string; label: string }[];
};

type TableRow = { key: string; label: string; cells: Record<string, string> };

const fixedColumns = new Set(["id", "school_year_id"]);

/** A table's rows of a year, or all rows of a table without years; with `syllabus` only those that belong to it. */
export async function readTable(actor: Actor, table: TableName, year: number, syllabus?: number) {
  requirePermission(actor, "change_settings");
  const catalogue = await readCatalogue();
  return { columns: listColumns(catalogue, table, year), rows: listRows(catalogue, table, year, syllabus) };
}

export async function countRows(actor: Actor, year: number): Promise<Record<TableName, number>> {
  requirePermission(actor, "change_settings");
  const catalogue = await readCatalogue();
  const counts = Object.keys(tables).map((name) => {
    const table = name as TableName;
    return [table, listRows(catalogue, table, year).length] as const;
  });
  return Object.fromEntries(counts) as Record<TableName, number>;
}

/** A row or the empty form of a new one, with the number of enrollments that use it; undefined for an unknown row. */
export async function readRow(actor: Actor, table: TableName, year: number, key?: string) {
  requirePermission(actor, "change_settings");
  const catalogue = await readCatalogue();
  const stored = key === undefined ? undefined : catalogue[table].get(key);
  if (key !== undefined && !stored) return;
  const ownYear = Number(stored?.school_year_id ?? year);
  const [referencingEnrollments, last] = await Promise.all([
    key === undefined ? 0 : countEnrollments(table, key),
    key === undefined ? undefined : findLastChange({ objectKind: "catalogue", objectId: `${table}/${key}` }),
  ]);
  return {
    columns: listColumns(catalogue, table, ownYear),
    row: stored && toTableRow(catalogue, table, stored),
    version: createRowDigest(stored),
    referencingEnrollments,
    last,
  };
}

/** A changed column, or without column an added or removed row; a missing side is undefined. */
type DescribedChange = {
  table: TableName;
  label: string;
  column?: string;
  old: string | undefined;
  now: string | undefined;
  values?: { column: string; text: string }[];
};

type CellFormat = (kind: TableColumn["kind"], cell: string) => string;

/** Catalogue changes with display names and formatted values. */
export async function describeChanges(
  changes: RowChange[],
  formatCell: CellFormat,
): Promise<DescribedChange[]> {
  const stored = await readCatalogue();
  const updated = applyRowChanges(stored, changes);
  const format = (catalogue: Catalogue, table: TableName, column: string, value: Row[string] | undefined) => {
    const to = tables[table].references[column];
    const row = to && catalogue[to].get(String(value));
    if (row) return getRowLabel(catalogue, to, row);
    const kind = tables[table].columns[column]?.kind ?? "text";
    return (value !== null && value !== undefined && formatCell(kind, String(value))) || "–";
  };
  return changes.flatMap(({ table, before, after }): DescribedChange[] => {
    const label = before ? getRowLabel(stored, table, before) : getRowLabel(updated, table, after ?? {});
    if (!before) {
      const values = listDifferences(table, before, after).map(({ column, after }) => ({
        column,
        text: format(updated, table, column, after),
      }));
      return [{ table, label, old: undefined, now: label, values }];
    }
    if (!after) return [{ table, label, old: label, now: undefined }];
    return listDifferences(table, before, after).map(({ column, before, after }) => ({
      table,
      label,
      column,
      old: format(stored, table, column, before),
      now: format(updated, table, column, after),
    }));
  });
}

export const toNewPrice = (price: number, { percent, roundTo }: NewYearInput) =>
  Number(calculateNewPrice(String(price), percent, roundTo));

export const listColumnNames = (table: TableName) =>
  Object.keys(tables[table].columns).filter((name) => name !== "id");

/**
 * A school year's catalogue as a workbook that can be imported again, in chunks, with the year's name; undefined for an
 * unknown year (desk 28).
 */
export async function exportYear(actor: Actor, year: number) {
  requirePermission(actor, "change_settings");
  const catalogue = await readCatalogue();
  const stored = catalogue.school_years.get(String(year));
  return stored && { year: String(stored.year), pieces: writeWorkbook(filterByYear(catalogue, year)) };
}

export const formatListColumn = (column: string, locale: Locale) => listHeadings[column]?.[locale] ?? column;

/** An empty spreadsheet with the headings of a school's own list. */
export async function* writeListTemplate(actor: Actor, locale: Locale): AsyncGenerator<Uint8Array> {
  requirePermission(actor, "change_settings");
  const headings = Object.keys(listHeadings).map((column) => formatListColumn(column, locale));
  yield Buffer.from(BYTE_ORDER_MARK + toCsvRow(headings, ";"));
}

const hasYear = (table: TableName) => "school_year_id" in tables[table].columns;

async function countEnrollments(table: TableName, key: string): Promise<number> {
  const referencedTable = referencedTables.find((name) => name === table);
  if (!referencedTable) return 0;
  return withConnection((client) =>
    countReferencingEnrollments(client, { [referencedTable]: [Number(key)] }),
  );
}

function listRows(catalogue: Catalogue, table: TableName, year: number, syllabus?: number): TableRow[] {
  return [...catalogue[table].values()]
    .filter((row) => !hasYear(table) || row.school_year_id === year)
    .filter((row) => syllabus === undefined || row.syllabus_id === syllabus)
    .map((row) => toTableRow(catalogue, table, row));
}

const toTableRow = (catalogue: Catalogue, table: TableName, row: Row): TableRow => ({
  key: tables[table].key.map((column) => row[column]).join("/"),
  label: getRowLabel(catalogue, table, row),
  cells: Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? "")])),
});

function listColumns(catalogue: Catalogue, table: TableName, year: number): TableColumn[] {
  return Object.entries(tables[table].columns).flatMap(([name, { kind, choices }]) => {
    if (fixedColumns.has(name)) return [];
    const to = tables[table].references[name];
    const options = to && listOptions(catalogue, to, year);
    return [{ name, kind, ...(choices && { choices }), ...(options && { options }) }];
  });
}

const listOptions = (catalogue: Catalogue, table: TableName, year: number) =>
  listRows(catalogue, table, year).map(({ key, label }) => ({ value: key, label }));

function applyRowChanges(stored: Catalogue, changes: RowChange[]): Catalogue {
  const updated = { ...stored };
  for (const table of new Set(changes.map((change) => change.table))) updated[table] = new Map(stored[table]);
  for (const { table, after } of changes) if (after) updated[table].set(getRowKey(table, after), after);
  return updated;
}

/** The rows of a year and of tables without years: a file of one year must not delete another's. */
function filterByYear(catalogue: Catalogue, year: number): Catalogue {
  const belongsToYear = ({ school_year_id: id = year }: Row) => id === year;
  const tables = tableNames.map((table) => {
    const rows = [...catalogue[table]].filter(([key, row]) =>
      table === "school_years" ? key === String(year) : belongsToYear(row),
    );
    return [table, new Map(rows)];
  });
  return Object.fromEntries(tables);
}
