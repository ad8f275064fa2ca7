import { FileRefusal } from "@/lib/platform/file-refusal";
import type { FileTableName, TableName } from "./tables";

/** Limits of a file; a school year of the demo school has 720 rows and at most 11 columns. */
export const MAX_ROWS = 20_000;

export const MAX_COLUMNS = 64;

export const MAX_PROBLEMS = 1_000;

/** The location of a row: file and line, and its index in a table of a JSON file. */
export type SourceLocation = {
  file: string;
  line?: number;
  table?: TableName;
  row?: number;
  /** The lines of its members, for a row of several lines. */
  lines?: Record<string, number>;
};

/** A problem's text: a code of `desk.catalogue.problems` with its values. */
export type ProblemText = { code: string; values?: Record<string, string | number> };

/** A problem that prevents the import: an English message for commands, `text` for the desk. */
export type Problem = Omit<SourceLocation, "lines"> & { column?: string; message: string; text: ProblemText };

/** A problem of a row, at the line of its column. */
export function createProblem(
  { lines, ...source }: SourceLocation,
  column: string,
  message: string,
  text: ProblemText,
): Problem {
  return { ...source, line: lines?.[column] ?? source.line, column, message, text };
}

/** `in line 12`, or `in row 12` when lines are unknown. */
export const formatLocation = ({ line, row }: SourceLocation) => (line ? `in line ${line}` : `in row ${row}`);

/** Formats a problem in one line: `subjects.csv, line 12, price: must be …`. */
export function formatProblem({ file, line, table, row, column, message }: Problem): string {
  const parts = [file, line && `line ${line}`, table && (row ? `${table} row ${row}` : table), column];
  return `${parts.filter(Boolean).join(", ")}: ${message}`;
}

/** An unvalidated row: its JSON values, or why it could not be read. */
export type RawRow = { source: SourceLocation } & (
  | { values: Record<string, unknown>; unreadable?: undefined }
  | { unreadable: string }
);

/** The result of the readers; not `complete` when a table could not be read. */
export type RawTables = {
  tables: { table: FileTableName; file: string; rows: RawRow[] }[];
  problems: Problem[];
  complete: boolean;
};

export const joinTables = (results: RawTables[]): RawTables => ({
  tables: results.flatMap(({ tables }) => tables),
  problems: results.flatMap(({ problems }) => problems),
  complete: results.every(({ complete }) => complete),
});

export function createUnreadable(file: string, message: string, text: ProblemText, line?: number): RawTables {
  return { tables: [], problems: [{ file, line, message, text }], complete: false };
}

export const tooManyRows = (limit = MAX_ROWS) =>
  new FileRefusal("too_many_rows", `The file has more than ${limit} rows.`, { limit });

export const tooManyColumns = () =>
  new FileRefusal("too_many_columns", `A row has more than ${MAX_COLUMNS} cells.`, { limit: MAX_COLUMNS });
