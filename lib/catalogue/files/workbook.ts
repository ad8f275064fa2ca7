import { type Cell, columnName, writeXlsx } from "@/lib/platform/files";
import type { Column, Value } from "./columns";
import type { readWorkbook } from "./read-workbook";
import {
  type Catalogue,
  type FileTableName,
  getFileTable,
  isTableName,
  type TableName,
  tableNames,
  tables,
  toColumnName,
} from "./tables";
import { checkHeader } from "./text-files";
import {
  joinTables,
  MAX_PROBLEMS,
  type Problem,
  type ProblemText,
  type RawRow,
  type RawTables,
} from "./types";

type Sheet = Awaited<ReturnType<typeof readWorkbook>>[number];

type SheetRow = Sheet["rows"][number];
type SheetCell = SheetRow["cells"][number][1];

/**
 * Converts a workbook into tables: a sheet each, named like the table, with column names in the first row. Ignores empty
 * sheets. A single sheet with another name is a school's own list.
 */
export function toRawTables(sheets: Sheet[]): RawTables {
  const filled = sheets.filter(({ rows }) => rows.some(({ cells }) => cells.length > 0));
  const seenTables = new Set<TableName>();
  const results = filled.map(({ name, rows }) => {
    const table = name.trim().toLowerCase();
    if (isTableName(table) && seenTables.has(table))
      return refuse([{ file: name, message: "The table is there twice.", text: { code: "table_twice" } }]);
    if (isTableName(table)) {
      seenTables.add(table);
      return readSheet(table, name, rows);
    }
    if (filled.length === 1) return readSheet("list", name, rows);
    const message = `This is no table. The sheets are named after their tables: ${tableNames.join(", ")}.`;
    return refuse([
      { file: name, message, text: { code: "no_table", values: { names: tableNames.join(", ") } } },
    ]);
  });
  return joinTables(results);
}

/** Writes a workbook with a sheet per table, in chunks; it can be imported again (desk 28). */
export const writeWorkbook = (catalogue: Catalogue): AsyncGenerator<Uint8Array> =>
  writeXlsx(
    tableNames.map((table) => {
      const columns = Object.entries(tables[table].columns);
      const rows = [...catalogue[table].values()].map((row) =>
        columns.map(([name, column]) => toCell(column, row[name] ?? null)),
      );
      return { name: table, headings: columns.map(([name]) => name), batches: [rows] };
    }),
  );

const refuse = (problems: Problem[]): RawTables => ({ tables: [], problems, complete: false });

function readSheet(table: FileTableName, sheet: string, sheetRows: SheetRow[]): RawTables {
  const [head, ...rows] = sheetRows.filter(({ cells }) => cells.length > 0);
  const names = new Map(head?.cells.map(([column, cell]) => [column, toColumnName(table, getText(cell))]));
  const header = { names: [...names.values()], line: head?.line ?? 1 };
  const refusal = checkHeader(table, sheet, header);
  if (refusal) return refusal;
  const problems: Problem[] = [];
  const rawRows: RawRow[] = [];
  for (const row of rows) {
    if (problems.length >= MAX_PROBLEMS) break;
    rawRows.push(readRow(table, sheet, names, row, problems));
  }
  return { tables: [{ table, file: sheet, rows: rawRows }], problems, complete: true };
}

function readRow(
  table: FileTableName,
  sheet: string,
  names: Map<number, string>,
  { line, cells }: SheetRow,
  problems: Problem[],
): RawRow {
  const cellByColumn = new Map(cells);
  for (const [column, cell] of cells) {
    const name = names.get(column) ?? columnName(column);
    const problem = findCellProblem(cell, names.has(column));
    if (problem) problems.push({ file: sheet, line, column: name, ...problem });
  }
  const values = [...names].map(([column, name]) => {
    const cell = cellByColumn.get(column);
    return [name, getFileTable(table).columns[name]?.fromCell(cell ? getText(cell).trim() : "")];
  });
  return { values: Object.fromEntries(values), source: { file: sheet, line } };
}

function findCellProblem(
  cell: SheetCell,
  isNamed: boolean,
): { message: string; text: ProblemText } | undefined {
  if ("formula" in cell)
    return { message: "holds a formula. Paste its value instead.", text: { code: "formula" } };
  if ("error" in cell)
    return { message: `shows ${cell.error}.`, text: { code: "cell_error", values: { error: cell.error } } };
  if (!isNamed) return { message: "has no heading in the first row.", text: { code: "no_heading" } };
}

const getText = (cell: SheetCell) => ("text" in cell ? cell.text : "");

/** Numbers and dates get their types; a duration can exceed a day, which no spreadsheet time can. */
function toCell({ kind, toJson }: Column, value: Value): Cell {
  if (value === null) return null;
  if (kind === "day") return { day: String(value) };
  const json = toJson(value);
  return typeof json === "boolean" ? String(json) : json;
}
