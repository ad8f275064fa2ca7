import { type Cell, writeXlsx } from "@/lib/platform/files";
import type { Column, Value } from "./columns";
import type { Sheet } from "./read-workbook";
import {
  type Catalogue,
  type FileTableName,
  getFileTable,
  isTableName,
  type Row,
  type TableName,
  tableNames,
  tables,
  toColumnName,
} from "./tables";
import { checkHeader } from "./text-files";
import { MAX_PROBLEMS, type Problem, type ProblemText, type RawRow, type RawTables } from "./types";

type SheetRow = Sheet["rows"][number];
type SheetCell = SheetRow["cells"][number][1];

/**
 * Converts a workbook into tables: a sheet each, named like the table, with column names in the first row. Ignores empty
 * sheets. A single sheet with another name is a school's own list.
 */
export function toRawTables(sheets: Sheet[]): RawTables {
  const filled = sheets.filter(({ rows }) => rows.some(({ cells }) => cells.length > 0));
  const found = new Set<TableName>();
  const read = filled.map(({ name, rows }) => {
    const table = name.trim().toLowerCase();
    if (isTableName(table) && found.has(table))
      return refused([{ file: name, message: "The table is there twice.", said: { code: "table_twice" } }]);
    if (isTableName(table)) {
      found.add(table);
      return readSheet(table, name, rows);
    }
    if (filled.length === 1) return readSheet("list", name, rows);
    const message = `This is no table. The sheets are named after their tables: ${tableNames.join(", ")}.`;
    return refused([
      { file: name, message, said: { code: "no_table", values: { names: tableNames.join(", ") } } },
    ]);
  });
  return {
    tables: read.flatMap(({ tables }) => tables),
    problems: read.flatMap(({ problems }) => problems),
    complete: read.every(({ complete }) => complete),
  };
}

/** Writes a workbook with a sheet per table, in chunks; it can be imported again (desk 28). */
export const writeWorkbook = (catalogue: Catalogue): AsyncGenerator<Uint8Array> =>
  writeXlsx(
    tableNames.map((table) => {
      const { columns } = tables[table];
      return { name: table, headings: Object.keys(columns), batches: readBatches(catalogue[table], columns) };
    }),
  );

const refused = (problems: Problem[]): RawTables => ({ tables: [], problems, complete: false });

function readSheet(table: FileTableName, sheet: string, all: SheetRow[]): RawTables {
  const [head, ...rows] = all.filter(({ cells }) => cells.length > 0);
  const names = new Map(head?.cells.map(([column, cell]) => [column, toColumnName(table, getText(cell))]));
  const header = { names: [...names.values()], line: head?.line ?? 1 };
  const wrong = checkHeader(table, sheet, header);
  if (wrong.length > 0) return refused(wrong);
  const problems: Problem[] = [];
  const read: RawRow[] = [];
  for (const row of rows) {
    if (problems.length >= MAX_PROBLEMS) break;
    read.push(readRow(table, sheet, names, row, problems));
  }
  return { tables: [{ table, file: sheet, rows: read }], problems, complete: true };
}

function readRow(
  table: FileTableName,
  sheet: string,
  names: Map<number, string>,
  { line, cells }: SheetRow,
  problems: Problem[],
): RawRow {
  const given = new Map(cells);
  for (const [column, cell] of cells) {
    const name = names.get(column) ?? toColumnLetter(column);
    const wrong = findCellProblem(cell, names.has(column));
    if (wrong) problems.push({ file: sheet, line, column: name, ...wrong });
  }
  const values = [...names].map(([column, name]) => {
    const cell = given.get(column);
    return [name, getFileTable(table).columns[name]?.fromCell(cell ? getText(cell).trim() : "")];
  });
  return { values: Object.fromEntries(values), place: { file: sheet, line } };
}

function findCellProblem(
  cell: SheetCell,
  isNamed: boolean,
): { message: string; said: ProblemText } | undefined {
  if ("formula" in cell)
    return { message: "holds a formula. Paste its value instead.", said: { code: "formula" } };
  if ("error" in cell)
    return { message: `shows ${cell.error}.`, said: { code: "cell_error", values: { error: cell.error } } };
  if (!isNamed) return { message: "has no heading in the first row.", said: { code: "no_heading" } };
}

const getText = (cell: SheetCell) => ("text" in cell ? cell.text : "");

/** Column letters: A, B, … Z, AA, … */
function toColumnLetter(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : toColumnLetter(Math.floor(at / 26) - 1) + letter;
}

const BATCH_SIZE = 1_000;

async function* readBatches(
  rows: Map<string, Row>,
  columns: Record<string, Column>,
): AsyncGenerator<Cell[][]> {
  const all = [...rows.values()];
  for (let at = 0; at < all.length; at += BATCH_SIZE)
    yield all
      .slice(at, at + BATCH_SIZE)
      .map((row) => Object.entries(columns).map(([name, column]) => toCell(column, row[name] ?? null)));
}

/** Numbers and dates get their types; a duration can exceed a day, which no spreadsheet time can. */
function toCell({ kind, toJson }: Column, value: Value): Cell {
  if (value === null) return null;
  if (kind === "day") return { day: String(value) };
  const json = toJson(value);
  return typeof json === "boolean" ? String(json) : json;
}
