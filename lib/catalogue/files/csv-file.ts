import { CsvError, type Info, parse } from "csv-parse/sync";
import { guardFormula, withoutGuard } from "@/lib/platform/spreadsheet/csv";
import { decodeText, NOT_UTF8 } from "./decode-text";
import { MAX_COLUMNS, MAX_PROBLEMS, MAX_ROWS, tooManyColumns, tooManyRows } from "./limits";
import type { Problem } from "./problem";
import { type RawRow, type RawTables, createUnreadable } from "./raw-tables";
import { type Row, type TableName, tables } from "./tables";

type CsvRecord = { record: string[]; raw: string; info: Info };
type Header = { names: string[]; line: number };

/** One table's CSV file; cells become the JSON values they stand for. Separated by `,`, `;` or tabs. */
export function readCsv(table: TableName, file: string, bytes: Uint8Array): RawTables {
  const { text, badLine } = decodeText(bytes);
  if (badLine) return createUnreadable(file, NOT_UTF8, { code: "not_utf8" }, badLine);

  const { records, brokenLine } = readRecords(text);
  if (brokenLine) return createUnreadable(file, QUOTES, { code: "quotes" }, brokenLine);

  const first = records[0];
  if (!first) return createUnreadable(file, `This is empty. ${columnsOf(table)}`, { code: "empty" });

  const header = { names: first.record.map((name) => name.trim().toLowerCase()), line: lineOf(first) };
  const problems = checkHeader(table, file, header);
  if (problems.length > 0) return { tables: [], problems, complete: false };

  const rows: RawRow[] = [];
  for (const record of records.slice(1)) {
    if (problems.length >= MAX_PROBLEMS) break;
    rows.push(readRow(table, file, header, record, problems));
  }
  return { tables: [{ table, file, rows }], problems, complete: true };
}

/** A table as CSV: the byte order mark tells spreadsheets that it is UTF-8. */
export function writeCsv(table: TableName, rows: Row[]): string {
  const names = Object.keys(tables[table].columns);
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? "")))];
  return `\uFEFF${cells.map((line) => `${line.map((cell) => quoted(guardFormula(cell))).join(",")}\n`).join("")}`;
}

const quoted = (cell: string) =>
  /^\s|[",;\t\n\r]|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

const QUOTES = 'The quotation marks do not match up. A cell that holds " is written as "like ""this""".';

function readRecords(text: string): { records: CsvRecord[]; brokenLine?: number } {
  const options = {
    info: true,
    raw: true,
    delimiter: delimiterOf(text),
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    on_record: (read: CsvRecord, { records }: Info) => {
      if (read.record.length > MAX_COLUMNS) throw tooManyColumns();
      if (records > MAX_ROWS + 1) throw tooManyRows(); // one is the header
      return read;
    },
  };
  try {
    return { records: parse(text, options as never) as unknown as CsvRecord[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records: [], brokenLine: Number(error.lines) };
  }
}

/** The header decides: no column's name holds a comma, a semicolon or a tab. */
function delimiterOf(text: string): string {
  const header = /[^\n]+/.exec(text)?.[0];
  return [";", "\t"].find((delimiter) => header?.includes(delimiter)) ?? ",";
}

/** What is wrong with the names of the columns. */
export function checkHeader(table: TableName, file: string, { names, line }: Header): Problem[] {
  const known = Object.keys(tables[table].columns);
  const wrong = names.flatMap((column, at) => {
    if (!known.includes(column))
      return {
        column: column || `column ${at + 1}`,
        message: `is not a column. ${columnsOf(table)}`,
        said: { code: "not_column", values: { names: known.join(", ") } },
      };
    return names.indexOf(column) === at
      ? []
      : { column, message: "is there twice", said: { code: "column_twice" } };
  });
  const missing = known
    .filter((name) => !names.includes(name) && tables[table].columns[name]?.ifAbsent === undefined)
    .map((column) => ({ column, message: "The column is missing.", said: { code: "column_missing" } }));
  return [...wrong, ...missing].map((problem) => ({ file, line, ...problem }));
}

const columnsOf = (table: TableName) => `The columns are ${Object.keys(tables[table].columns).join(", ")}.`;

function readRow(
  table: TableName,
  file: string,
  { names }: Header,
  read: CsvRecord,
  problems: Problem[],
): RawRow {
  const place = { file, line: lineOf(read) };
  const { record } = read;
  if (record.length !== names.length) {
    const message = `The line has ${record.length} cells, the header ${names.length}. A cell that holds the separator needs "quotation marks".`;
    const values = { cells: record.length, columns: names.length };
    problems.push({ ...place, message, said: { code: "cells", values } });
  }
  const cells = names.map((name, at) => [
    name,
    tables[table].columns[name]?.fromCell(withoutGuard((record[at] ?? "").trim()).trim()),
  ]);
  return { values: Object.fromEntries(cells), place };
}

/** The line a record begins in: csv-parse tells the one it ends in, and puts empty lines before it. */
const lineOf = ({ info, raw }: CsvRecord) => info.lines - (raw.trim().match(/\n/g)?.length ?? 0);
