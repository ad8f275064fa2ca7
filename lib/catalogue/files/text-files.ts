import {
  type ArrayNode,
  evaluate,
  type MemberNode,
  type ObjectNode,
  parse as parseMomoa,
  type ValueNode,
} from "@humanwhocodes/momoa";
import { CsvError, type Info, parse } from "csv-parse/sync";
import { FileRefusal } from "@/lib/platform/file-refusal";
import { guardFormula, withoutGuard } from "@/lib/platform/files";
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
import {
  createUnreadable,
  MAX_COLUMNS,
  MAX_PROBLEMS,
  MAX_ROWS,
  type Problem,
  type RawRow,
  type RawTables,
  type SourceLocation,
  tooManyColumns,
  tooManyRows,
} from "./types";

/** Of JSON: object, table, row, and one more to name a cell with a list. */
const MAX_DEPTH = 8;

const NOT_UTF8 = "This is not UTF-8 text. Spreadsheets offer it as “CSV UTF-8”.";

type CsvRecord = { record: string[]; raw: string; info: Info };
type Header = { names: string[]; line: number };

/** Reads a CSV file of one table, separated by `,`, `;` or tabs. */
export function readCsv(table: FileTableName, file: string, bytes: Uint8Array): RawTables {
  const { text, badLine } = decodeText(bytes, table === "list" ? "windows-1252" : undefined);
  if (badLine) return createUnreadable(file, NOT_UTF8, { code: "not_utf8" }, badLine);

  const { records, brokenLine } = readRecords(text);
  if (brokenLine) return createUnreadable(file, QUOTES, { code: "quotes" }, brokenLine);

  const first = records[0];
  if (!first) return createUnreadable(file, `This is empty. ${formatColumns(table)}`, { code: "empty" });

  const header = { names: first.record.map((name) => toColumnName(table, name)), line: getFirstLine(first) };
  const refusal = checkHeader(table, file, header);
  if (refusal) return refusal;

  const problems: Problem[] = [];
  const rows: RawRow[] = [];
  for (const record of records.slice(1)) {
    if (problems.length >= MAX_PROBLEMS) break;
    rows.push(readRow(table, file, header, record, problems));
  }
  return { tables: [{ table, file, rows }], problems, complete: true };
}

/** Writes a table as CSV with a byte order mark, so that spreadsheets read it as UTF-8. */
export function writeCsv(table: TableName, rows: Row[]): string {
  const names = Object.keys(tables[table].columns);
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? "")))];
  return `\uFEFF${cells.map((line) => `${line.map((cell) => quote(guardFormula(cell))).join(",")}\n`).join("")}`;
}

/** The refusal of a wrong header. A school's own list stays one, whose author knows its columns by other names. */
export function checkHeader(table: FileTableName, file: string, { names, line }: Header) {
  const { columns } = getFileTable(table);
  const known = Object.keys(columns);
  const nameProblems = names.flatMap((column, index) => {
    if (!known.includes(column))
      return {
        column: column || `column ${index + 1}`,
        message: `is not a column. ${formatColumns(table)}`,
        text: { code: "not_column", values: { names: known.join(", ") } },
      };
    return names.indexOf(column) === index
      ? []
      : { column, message: "is there twice", text: { code: "column_twice" } };
  });
  const missing = known
    .filter((name) => !names.includes(name) && columns[name]?.ifAbsent === undefined)
    .map((column) => ({ column, message: "The column is missing.", text: { code: "column_missing" } }));
  const problems = [...nameProblems, ...missing].map((problem) => ({ file, line, ...problem }));
  if (problems.length === 0) return;
  return { tables: table === "list" ? [{ table, file, rows: [] }] : [], problems, complete: false };
}

/** Reads a JSON file: an object with an array of rows per table. */
export function readJson(file: string, bytes: Uint8Array): RawTables {
  const { text, badLine } = decodeText(bytes);
  if (badLine) return createUnreadable(file, NOT_UTF8, { code: "not_utf8" }, badLine);

  if (/^\s*\[/.test(text)) return noTables(file);
  checkSize(text);
  const { body, errorAt } = parseText(text);
  if (errorAt)
    return createUnreadable(
      file,
      `This is not JSON: character ${errorAt.column} of the line is not expected there.`,
      { code: "no_json", values: { at: errorAt.column } },
      errorAt.line,
    );
  if (body?.type !== "Object" || body.members.length === 0) return noTables(file);
  return readTables(file, body);
}

/** Writes JSON with one row per line, so that exports can be diffed. */
export function writeJson(catalogue: Catalogue): string {
  const parts = tableNames.map((table) => {
    const columns = Object.entries(tables[table].columns);
    const rows = [...catalogue[table].values()].map((row) =>
      JSON.stringify(
        Object.fromEntries(columns.map(([name, column]) => [name, column.toJson(row[name] ?? null)])),
      ),
    );
    return `  "${table}": [${rows.map((row) => `\n    ${row}`).join(",")}${rows.length > 0 ? "\n  " : ""}]`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}

/**
 * Decodes UTF-8 without byte order mark, line breaks as `\n`; otherwise the first invalid line.
 * @param fallback the encoding of what is not UTF-8: a spreadsheet on Windows saves "CSV" as windows-1252
 */
function decodeText(bytes: Uint8Array, fallback?: "windows-1252"): { text: string; badLine?: number } {
  const decode = (encoding: string) =>
    new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  try {
    return { text: decode("utf-8") };
  } catch {
    if (fallback) return { text: decode(fallback) };
    const lenient = new TextDecoder("utf-8").decode(bytes);
    const validText = lenient.slice(0, lenient.indexOf("\uFFFD"));
    return { text: "", badLine: validText.split(/\r\n?|\n/).length };
  }
}

const quote = (cell: string) => (/^\s|[",;\t\n\r]|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const QUOTES = 'The quotation marks do not match up. A cell that holds " is written as "like ""this""".';

function readRecords(text: string): { records: CsvRecord[]; brokenLine?: number } {
  const options = {
    info: true,
    raw: true,
    delimiter: detectDelimiter(text),
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    on_record: (csvRecord: CsvRecord, { records }: Info) => {
      if (csvRecord.record.length > MAX_COLUMNS) throw tooManyColumns();
      if (records > MAX_ROWS + 1) throw tooManyRows(); // one is the header
      return csvRecord;
    },
  };
  try {
    return { records: parse(text, options as never) as unknown as CsvRecord[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records: [], brokenLine: Number(error.lines) };
  }
}

/** Detects the delimiter in the header; column names contain none. */
function detectDelimiter(text: string): string {
  const header = /[^\n]+/.exec(text)?.[0];
  return [";", "\t"].find((delimiter) => header?.includes(delimiter)) ?? ",";
}

const formatColumns = (table: FileTableName) =>
  `The columns are ${Object.keys(getFileTable(table).columns).join(", ")}.`;

function readRow(
  table: FileTableName,
  file: string,
  { names }: Header,
  csvRecord: CsvRecord,
  problems: Problem[],
): RawRow {
  const source = { file, line: getFirstLine(csvRecord) };
  const { record } = csvRecord;
  if (record.length !== names.length) {
    const message = `The line has ${record.length} cells, the header ${names.length}. A cell that holds the separator needs "quotation marks".`;
    const values = { cells: record.length, columns: names.length };
    problems.push({ ...source, message, text: { code: "cells", values } });
  }
  const cells = names.map((name, index) => [
    name,
    getFileTable(table).columns[name]?.fromCell(withoutGuard((record[index] ?? "").trim()).trim()),
  ]);
  return { values: Object.fromEntries(cells), source };
}

/** The first line of a record: csv-parse counts its last line, and preceding empty lines. */
const getFirstLine = ({ info, raw }: CsvRecord) => info.lines - (raw.trim().match(/\n/g)?.length ?? 0);

const names = tableNames.join(", ");

const OBJECT_OF_TABLES = `The file must hold one object with an array of rows for each table: ${names}.`;

/** Checks the limits before parsing: the parser needs 250 bytes per node and a stack frame per level. @throws FileRefusal */
function checkSize(text: string) {
  const values: number[] = [0]; // commas per open list or object
  let rows = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = findStringEnd(text, index);
    else if (character === "{" || character === "[") {
      if (values.push(0) > MAX_DEPTH + 1) throw tooDeep();
      if (values.length === ROW_DEPTH && ++rows > MAX_ROWS) throw tooManyRows();
    } else if (character === "}" || character === "]") {
      if (values.length > 1) values.pop();
    } else if (character === ",") {
      const depth = values.length - 1;
      values[depth] = (values[depth] ?? 0) + 1;
      if (depth === TABLE_DEPTH && (values[depth] ?? 0) >= MAX_ROWS) throw tooManyRows();
      if (depth !== TABLE_DEPTH && (values[depth] ?? 0) >= MAX_COLUMNS)
        throw depth < TABLE_DEPTH ? tooManyTables() : tooManyColumns();
    }
  }
}

/** Levels: the file's object is 1, a table's list 2, a row 3. */
const TABLE_DEPTH = 2;
const ROW_DEPTH = 4;

/** The index of a string's closing quote. */
function findStringEnd(text: string, start: number): number {
  for (let index = text.indexOf('"', start + 1); index >= 0; index = text.indexOf('"', index + 1)) {
    let backslash = index;
    while (text[backslash - 1] === "\\") backslash--;
    if ((index - backslash) % 2 === 0) return index;
  }
  return text.length;
}

const noTables = (file: string) =>
  createUnreadable(file, OBJECT_OF_TABLES, { code: "no_tables", values: { names } }, 1);
const tooManyTables = () => new FileRefusal("no_tables", OBJECT_OF_TABLES, { names });

function parseText(text: string): { body?: ValueNode; errorAt?: { line: number; column: number } } {
  try {
    return { body: parseMomoa(text).body };
  } catch (error) {
    const { line, column } = error as { line?: number; column?: number };
    if (line === undefined || column === undefined) throw error;
    return { errorAt: { line, column } };
  }
}

function readTables(file: string, body: ObjectNode): RawTables {
  const found: RawTables["tables"] = [];
  const problems: Problem[] = [];
  for (const member of body.members) {
    const table = getMemberName(member);
    const at = { file, line: member.loc.start.line };
    if (!isTableName(table))
      problems.push({
        ...at,
        column: table,
        message: `is not a table. ${OBJECT_OF_TABLES}`,
        text: { code: "no_tables", values: { names } },
      });
    else if (found.some((earlier) => earlier.table === table))
      problems.push({ ...at, table, message: "The table is there twice.", text: { code: "table_twice" } });
    else if (member.value.type !== "Array")
      problems.push({ ...at, table, message: "must be an array of rows", text: { code: "no_rows" } });
    else found.push({ table, file, rows: readRows(file, table, member.value, problems) });
  }
  return { tables: found, problems, complete: found.length === body.members.length };
}

function readRows(file: string, table: TableName, array: ArrayNode, problems: Problem[]): RawRow[] {
  const rows: RawRow[] = [];
  for (const { value } of array.elements) {
    if (problems.length >= MAX_PROBLEMS) break;
    const source = { file, line: value.loc.start.line, table, row: rows.length + 1 };
    if (value.type === "Object") rows.push(readObject(table, value, source, problems));
    else rows.push({ source, unreadable: "must be an object with a member for each column" });
  }
  return rows;
}

function readObject(table: TableName, node: ObjectNode, source: SourceLocation, problems: Problem[]): RawRow {
  const values: Record<string, unknown> = {};
  const lines: Record<string, number> = {};
  for (const member of node.members) {
    const column = getMemberName(member);
    const line = member.loc.start.line;
    if (!Object.hasOwn(tables[table].columns, column)) {
      const text = { code: "not_column", values: { names: Object.keys(tables[table].columns).join(", ") } };
      problems.push({ ...source, line, column, message: "is not a column of the table", text });
    } else if (Object.hasOwn(values, column)) {
      problems.push({ ...source, line, column, message: "is there twice", text: { code: "column_twice" } });
    } else {
      values[column] = evaluate(member.value);
      lines[column] = line;
    }
  }
  return { values, source: node.loc.start.line === node.loc.end.line ? source : { ...source, lines } };
}

const getMemberName = ({ name }: MemberNode) => (name.type === "String" ? name.value : name.name);

const tooDeep = () =>
  new FileRefusal("too_deep", `Lists and objects are nested more than ${MAX_DEPTH} deep.`, {
    limit: MAX_DEPTH,
  });
