import { checkHeader } from "./csv-file";
import { MAX_PROBLEMS } from "./limits";
import type { Problem, ProblemText } from "./problem";
import type { RawRow, RawTables } from "./raw-tables";
import type { Sheet, SheetCell, SheetRow } from "./read-workbook";
import { isTableName, type TableName, tableNames, tables } from "./tables";

/**
 * The tables of a workbook: a sheet each, named like it, whose first row names the columns. Empty sheets are left out.
 * Each problem names its sheet and row.
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

const refused = (problems: Problem[]): RawTables => ({ tables: [], problems, complete: false });

function readSheet(table: TableName, sheet: string, all: SheetRow[]): RawTables {
  const [head, ...rows] = all.filter(({ cells }) => cells.length > 0);
  const names = new Map(head?.cells.map(([column, cell]) => [column, textOf(cell).trim().toLowerCase()]));
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
  table: TableName,
  sheet: string,
  names: Map<number, string>,
  { line, cells }: SheetRow,
  problems: Problem[],
): RawRow {
  const given = new Map(cells);
  for (const [column, cell] of cells) {
    const name = names.get(column) ?? letterOf(column);
    const wrong = wrongIn(cell, names.has(column));
    if (wrong) problems.push({ file: sheet, line, column: name, ...wrong });
  }
  const values = [...names].map(([column, name]) => {
    const cell = given.get(column);
    return [name, tables[table].columns[name]?.fromCell(cell ? textOf(cell).trim() : "")];
  });
  return { values: Object.fromEntries(values), place: { file: sheet, line } };
}

function wrongIn(cell: SheetCell, isNamed: boolean): { message: string; said: ProblemText } | undefined {
  if ("formula" in cell)
    return { message: "holds a formula. Paste its value instead.", said: { code: "formula" } };
  if ("error" in cell)
    return { message: `shows ${cell.error}.`, said: { code: "cell_error", values: { error: cell.error } } };
  if (!isNamed) return { message: "has no heading in the first row.", said: { code: "no_heading" } };
}

const textOf = (cell: SheetCell) => ("text" in cell ? cell.text : "");

/** A, B, … Z, AA, … */
function letterOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : letterOf(Math.floor(at / 26) - 1) + letter;
}
