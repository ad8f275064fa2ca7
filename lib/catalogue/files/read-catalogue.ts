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
  rows: { row: Row; place: SourceLocation }[];
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
  const found: Problem[] = [];
  const { list, ...checked }: Partial<Record<FileTableName, FileTable>> = Object.fromEntries(
    raw.tables.map((table) => [table.table, checkTable(table, found, isFile)]),
  );
  const reported = new Set(raw.problems.map(getCellId)); // an unreadable cell is not reported as empty too
  const problems = [...raw.problems, ...found.filter((problem) => !reported.has(getCellId(problem)))];
  if (problems.length >= MAX_PROBLEMS) {
    const message = `There are more than ${MAX_PROBLEMS} problems: the rest of the file was not checked.`;
    const said = { code: "too_many_problems", values: { limit: MAX_PROBLEMS } };
    return {
      file,
      tables: {},
      problems: [{ file, message, said }, ...problems.slice(0, MAX_PROBLEMS)],
      complete: false,
    };
  }
  return { file, tables: checked, ...(list && { list }), problems, complete: raw.complete };
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
      rows: rows.map((values, at) => ({ values, place: { file: name, table, row: at + 1 } })),
    };
  });
  return checkRows(name, { tables: raw, problems: [], complete: true });
}

/** Dates of spreadsheets, with the day or the month first. */
const SLASHED = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

type Order = "day" | "month" | undefined;

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
function readDays(raw: RawTables): RawTables {
  const cells = raw.tables.flatMap(({ table, rows }) => {
    const days = Object.entries(getFileTable(table).columns).filter(([, { kind }]) => kind === "day");
    return rows.flatMap((row) =>
      row.unread === undefined
        ? days.map(([column]) => ({ column, place: row.place, values: row.values }))
        : [],
    );
  });
  const written = cells.flatMap((cell) => {
    const [, first = "", , second = "", year = ""] = SLASHED.exec(String(cell.values[cell.column])) ?? [];
    return year ? [{ ...cell, first, second, year }] : [];
  });
  const order = detectOrder(written);
  const problems: Problem[] = [];
  for (const { column, place, values, first, second, year } of written) {
    const text = values[column];
    const [dayFirst, monthFirst] = [
      `${year}-${padTwo(second)}-${padTwo(first)}`,
      `${year}-${padTwo(first)}-${padTwo(second)}`,
    ];
    const own = first === second ? "day" : (detectOrder([{ first, second }]) ?? order);
    if (own) values[column] = own === "day" ? dayFirst : monthFirst;
    else {
      const { lines, ...at } = place;
      problems.push({
        ...at,
        line: lines?.[column] ?? at.line,
        column,
        message: `${text} may be ${dayFirst} or ${monthFirst}: write it like this.`,
        said: { code: "ambiguous_day", values: { day: String(text), one: dayFirst, other: monthFirst } },
      });
    }
  }
  return { ...raw, problems: [...raw.problems, ...problems] };
}

/** Detects whether days or months come first; undefined without evidence or with contradictions. */
function detectOrder(days: { first: string; second: string }[]): Order {
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
  const checked: FileTable = { file, rows: [], incomplete: false };
  const places = new Map<string, SourceLocation>();

  for (const { place, ...raw } of rows) {
    if (problems.length >= MAX_PROBLEMS) break;
    if (raw.unread !== undefined) {
      problems.push({ ...place, message: raw.unread, said: { code: "no_row" } });
      checked.incomplete = true;
      continue;
    }
    const { row, problems: found } = checkRow(table, raw.values, isFile);
    problems.push(...found.map(({ column, message, said }) => createProblem(place, column, message, said)));
    const { key: columns, columns: all, headings } = getFileTable(table);
    if (!columns.every((column) => column in row || all[column]?.ifAbsent !== undefined)) {
      checked.incomplete = true;
      continue;
    }
    const key = getRowKey(table, row);
    const earlier = places.get(key);
    if (earlier) {
      problems.push(
        createProblem(
          place,
          headings ? (columns[0] ?? "") : columns.join(", "),
          `${key} is already used ${formatLocation(earlier)}.`,
          headings ? { code: "list_twice", values: { line: earlier.line ?? 0 } } : { code: "key_twice" },
        ),
      );
      continue;
    }
    places.set(key, place);
    checked.rows.push({ row, place });
  }
  return checked;
}

function checkRow(table: FileTableName, values: Record<string, unknown>, isFile: boolean) {
  const row: Row = {};
  const problems: { column: string; message: string; said: ProblemText }[] = [];
  const { columns, rules } = getFileTable(table);
  for (const [name, column] of Object.entries(columns)) {
    if (values[name] === undefined && column.ifAbsent !== undefined) continue;
    const result = column.schema.safeParse(values[name]);
    if (result.success) row[name] = result.data;
    else {
      const message = result.error.issues[0]?.message ?? "is not understood";
      const code = values[name] === undefined || message === "is empty" ? "missing" : `no_${column.kind}`;
      problems.push({ column: name, message, said: { code } });
    }
  }
  for (const rule of rules) {
    if (rule.onlyFiles && !isFile) continue;
    if (rule.needs.every((name) => name in row) && !rule.holds(row)) {
      problems.push({ column: rule.blamedColumn, message: rule.message, said: { code: rule.code } });
    }
  }
  return { row, problems };
}

async function readTables(file: string): Promise<RawTables> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return createUnreadable(file, "There is no such file or directory.", OTHER_KIND);
  if (found.isDirectory()) return readDirectory(file);

  return readTablesFrom(path.basename(file), await readFile(file));
}

const checkFile = (name: string, raw: RawTables) => checkRows(name, readDays(raw), { isFile: true });

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

  const read = await Promise.all(
    names.map(async (name) =>
      isTableName(getTableName(name))
        ? readTablesFrom(name, await readFile(path.join(directory, name)))
        : noTable(name),
    ),
  );
  return {
    tables: read.flatMap(({ tables }) => tables),
    problems: read.flatMap(({ problems }) => problems),
    complete: read.every(({ complete }) => complete),
  };
}

const getTableName = (name: string) => name.slice(0, -".csv".length);

/** A table named by its file, or a school's own list without ids. */
function readTableFile(name: string, bytes: Uint8Array): RawTables {
  const table = getTableName(name);
  if (isTableName(table)) return readCsv(table, name, bytes);
  return hasIds(bytes) ? noTable(name) : readCsv("list", name, bytes);
}

const noTable = (name: string) =>
  createUnreadable(name, `This is not a table. ${TABLE_FILES}`, {
    code: "no_table_file",
    values: { names: tableNames.join(", ") },
  });

const hasIds = (bytes: Uint8Array) =>
  /(^|[^a-z])id([^a-z]|$)/i.test(new TextDecoder().decode(bytes.subarray(0, 1000)).split(/[\r\n]/)[0] ?? "");
