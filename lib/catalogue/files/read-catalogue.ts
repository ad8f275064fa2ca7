import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { FileRefusal } from "@/lib/platform/file-refusal";
import { readWorkbook } from "./read-workbook";
import {
  type FileTableName,
  getFileTable,
  getRowKey,
  isTableName,
  type Row,
  type TableName,
  tableNames,
} from "./tables";
import { readCsv, readJson } from "./text-files";
import {
  createProblem,
  createUnreadable,
  formatLocation,
  joinTables,
  MAX_PROBLEMS,
  type Problem,
  type ProblemText,
  type RawTables,
  type SourceLocation,
  tooManyRows,
} from "./types";
import { toRawTables } from "./workbook";

type FileTable = {
  file: string;
  /** Rows with a valid key, without the columns that have a problem. */
  rows: { row: Row; source: SourceLocation }[];
  /** A row's key was invalid, or the file only adds: no row counts as missing. */
  incomplete: boolean;
};

/** A parsed catalogue with the problems of single rows. */
export type CatalogueFile = {
  file: string;
  tables: Partial<Record<TableName, FileTable>>;
  /** A school's own list, which `createListTarget` converts into rows of the tables. */
  list?: FileTable;
  problems: Problem[];
  /** False when a table could not be read; then absent tables do not count as empty. */
  complete: boolean;
};

/**
 * Validates each row: its columns, the rules between them, and that its key is unique.
 * @param isFile whether rules for files apply too
 */
export function checkRows(file: string, raw: RawTables, { isFile = false } = {}): CatalogueFile {
  const rowProblems: Problem[] = [];
  const { list, ...checkedTables }: Partial<Record<FileTableName, FileTable>> = Object.fromEntries(
    raw.tables.map((table) => [table.table, checkTable(table, rowProblems, isFile)]),
  );
  const reported = new Set(raw.problems.map(getCellId)); // an unreadable cell is not reported as empty too
  const problems = [...raw.problems, ...rowProblems.filter((problem) => !reported.has(getCellId(problem)))];
  if (problems.length >= MAX_PROBLEMS) {
    const message = `There are more than ${MAX_PROBLEMS} problems: the rest of the file was not checked.`;
    const text = { code: "too_many_problems", values: { limit: MAX_PROBLEMS } };
    return {
      file,
      tables: {},
      problems: [{ file, message, text }, ...problems.slice(0, MAX_PROBLEMS)],
      complete: false,
    };
  }
  return { file, tables: checkedTables, ...(list && { list }), problems, complete: raw.complete };
}

/** Validates a catalogue given as an object with an array of rows per table, like the JSON file. */
export function toCatalogueFile(
  name: string,
  object: Partial<Record<TableName, Record<string, unknown>[]>>,
): CatalogueFile {
  const raw = Object.entries(object).map(([key, rows]) => {
    const table = key as TableName;
    return {
      table,
      file: name,
      rows: rows.map((values, index) => ({ values, source: { file: name, table, row: index + 1 } })),
    };
  });
  return checkRows(name, { tables: raw, problems: [], complete: true });
}

/** Dates of spreadsheets, with the day or the month first. */
const SLASHED = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

type DayOrder = "day" | "month" | undefined;

/**
 * Reads a catalogue: a `.json` file with all tables, a workbook (`.xlsx`) with a sheet per table, a `.csv` file of one
 * table, or a directory of CSV files. Content errors are in `problems`; it never throws for them.
 */
export async function readCatalogueFile(file: string): Promise<CatalogueFile> {
  return checkFile(path.basename(file), await readTables(file));
}

const TABLE_FILES = `The files are named after their tables: ${tableNames.map((name) => `${name}.csv`).join(", ")}.`;

/** Lower than of other files, because a school's own list is matched row by row. */
const MAX_LIST_ROWS = 1_000;

const OTHER_KIND = { code: "other_kind" };

/** Like `readCatalogueFile` for an uploaded file; runs in the reading process (server/read-file.ts). */
export const readCatalogueBytes = (name: string, bytes: Uint8Array): CatalogueFile =>
  checkFile(name, readTablesFrom(name, bytes));

/**
 * Converts dates such as 13/05/2026 into 2026-05-13. An ambiguous date follows another date of the same file; if
 * there is none, it is a problem.
 */
function convertDays(raw: RawTables): RawTables {
  const cells = raw.tables.flatMap(({ table, rows }) => {
    const days = Object.entries(getFileTable(table).columns).filter(([, { kind }]) => kind === "day");
    return rows.flatMap((row) =>
      row.unreadable === undefined
        ? days.map(([column]) => ({ column, source: row.source, values: row.values }))
        : [],
    );
  });
  const ambiguousCells = cells.flatMap((cell) => {
    const [, first = "", , second = "", year = ""] = SLASHED.exec(String(cell.values[cell.column])) ?? [];
    return year ? [{ ...cell, first, second, year }] : [];
  });
  const order = detectOrder(ambiguousCells);
  const problems: Problem[] = [];
  for (const { column, source, values, first, second, year } of ambiguousCells) {
    const text = values[column];
    const [dayFirst, monthFirst] = [
      `${year}-${padTwo(second)}-${padTwo(first)}`,
      `${year}-${padTwo(first)}-${padTwo(second)}`,
    ];
    const cellOrder = first === second ? "day" : (detectOrder([{ first, second }]) ?? order);
    if (cellOrder) values[column] = cellOrder === "day" ? dayFirst : monthFirst;
    else {
      const { lines, ...position } = source;
      problems.push({
        ...position,
        line: lines?.[column] ?? position.line,
        column,
        message: `${text} may be ${dayFirst} or ${monthFirst}: write it like this.`,
        text: { code: "ambiguous_day", values: { day: String(text), one: dayFirst, other: monthFirst } },
      });
    }
  }
  return { ...raw, problems: [...raw.problems, ...problems] };
}

/** Detects whether days or months come first; undefined without evidence or with contradictions. */
function detectOrder(days: { first: string; second: string }[]): DayOrder {
  const isDayFirst = days.some(({ first }) => Number(first) > 12);
  const isMonthFirst = days.some(({ second }) => Number(second) > 12);
  if (isDayFirst === isMonthFirst) return;
  return isDayFirst ? "day" : "month";
}

const padTwo = (number: string) => number.padStart(2, "0");

const getCellId = ({ file, line, column }: Problem) => `${file} ${line} ${column}`;

function checkTable(
  { table, file, rows }: RawTables["tables"][number],
  problems: Problem[],
  isFile: boolean,
): FileTable {
  const fileTable: FileTable = { file, rows: [], incomplete: false };
  const sources = new Map<string, SourceLocation>();

  for (const { source, ...raw } of rows) {
    if (problems.length >= MAX_PROBLEMS) break;
    if (raw.unreadable !== undefined) {
      problems.push({ ...source, message: raw.unreadable, text: { code: "no_row" } });
      fileTable.incomplete = true;
      continue;
    }
    const { row, problems: found } = checkRow(table, raw.values, isFile);
    problems.push(...found.map(({ column, message, text }) => createProblem(source, column, message, text)));
    const { key: keyColumns, columns: columnByName, headings } = getFileTable(table);
    if (!keyColumns.every((column) => column in row || columnByName[column]?.ifAbsent !== undefined)) {
      fileTable.incomplete = true;
      continue;
    }
    const key = getRowKey(table, row);
    const earlier = sources.get(key);
    if (earlier) {
      problems.push(
        createProblem(
          source,
          headings ? (keyColumns[0] ?? "") : keyColumns.join(", "),
          `${key} is already used ${formatLocation(earlier)}.`,
          headings ? { code: "list_twice", values: { line: earlier.line ?? 0 } } : { code: "key_twice" },
        ),
      );
      continue;
    }
    sources.set(key, source);
    fileTable.rows.push({ row, source });
  }
  return fileTable;
}

function checkRow(table: FileTableName, values: Record<string, unknown>, isFile: boolean) {
  const row: Row = {};
  const problems: { column: string; message: string; text: ProblemText }[] = [];
  const { columns, rules } = getFileTable(table);
  for (const [name, column] of Object.entries(columns)) {
    if (values[name] === undefined && column.ifAbsent !== undefined) continue;
    const result = column.schema.safeParse(values[name]);
    if (result.success) row[name] = result.data;
    else {
      const message = result.error.issues[0]?.message ?? "is not understood";
      const code = values[name] === undefined || message === "is empty" ? "missing" : `no_${column.kind}`;
      problems.push({ column: name, message, text: { code } });
    }
  }
  for (const rule of rules) {
    if (rule.onlyFiles && !isFile) continue;
    if (rule.needs.every((name) => name in row) && !rule.isValid(row)) {
      problems.push({ column: rule.blamedColumn, message: rule.message, text: { code: rule.code } });
    }
  }
  return { row, problems };
}

async function readTables(file: string): Promise<RawTables> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) return createUnreadable(file, "There is no such file or directory.", OTHER_KIND);
  if (stats.isDirectory()) return readDirectory(file);

  return readTablesFrom(path.basename(file), await readFile(file));
}

const checkFile = (name: string, raw: RawTables) => checkRows(name, convertDays(raw), { isFile: true });

function readTablesFrom(name: string, bytes: Uint8Array): RawTables {
  try {
    const raw = readFormat(name, bytes);
    if (raw.tables.some(({ table, rows }) => table === "list" && rows.length > MAX_LIST_ROWS))
      throw tooManyRows(MAX_LIST_ROWS);
    const isEmpty = raw.tables.length === 0 && raw.problems.length === 0;
    return isEmpty
      ? createUnreadable(name, `There is no table. ${TABLE_FILES}`, { code: "no_rows_at_all" })
      : raw;
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return createUnreadable(name, error.message, { code: error.code, values: error.values });
  }
}

function readFormat(name: string, bytes: Uint8Array): RawTables {
  const extension = path.extname(name).toLowerCase();
  if (extension === ".json") return readJson(name, bytes);
  if (extension === ".xlsx") return toRawTables(readWorkbook(bytes));
  if (extension === ".csv") return readTableFile(name, bytes);
  return createUnreadable(
    name,
    "A catalogue is a .json file, a .csv file or a directory of .csv files, or a workbook (.xlsx).",
    OTHER_KIND,
  );
}

async function readDirectory(directory: string): Promise<RawTables> {
  const names = (await readdir(directory))
    .filter((name) => name.endsWith(".csv") && !name.startsWith("."))
    .sort();
  if (names.length === 0)
    return createUnreadable(directory, `There is no .csv file. ${TABLE_FILES}`, OTHER_KIND);

  const results = await Promise.all(
    names.map(async (name) =>
      isTableName(getTableName(name))
        ? readTablesFrom(name, await readFile(path.join(directory, name)))
        : createNoTable(name),
    ),
  );
  return joinTables(results);
}

const getTableName = (name: string) => name.slice(0, -".csv".length);

/** A table named by its file, or a school's own list without ids. */
function readTableFile(name: string, bytes: Uint8Array): RawTables {
  const table = getTableName(name);
  if (isTableName(table)) return readCsv(table, name, bytes);
  return hasIds(bytes) ? createNoTable(name) : readCsv("list", name, bytes);
}

const createNoTable = (name: string) =>
  createUnreadable(name, `This is not a table. ${TABLE_FILES}`, {
    code: "no_table_file",
    values: { names: tableNames.join(", ") },
  });

const hasIds = (bytes: Uint8Array) =>
  /(^|[^a-z])id([^a-z]|$)/i.test(new TextDecoder().decode(bytes.subarray(0, 1000)).split(/[\r\n]/)[0] ?? "");
