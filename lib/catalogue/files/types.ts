import type { FileTableName, TableName } from "./tables";

/** Where a row stands: its file and line, and its number in a table of a JSON file. */
export type SourceLocation = {
  file: string;
  line?: number;
  table?: TableName;
  row?: number;
  /** The lines of its members, where a row has several lines. */
  lines?: Record<string, number>;
};

/** What is wrong as a code of `desk.catalogue.problems`, with what its words name. */
export type ProblemText = { code: string; values?: Record<string, string | number> };

/** What keeps a file from being imported: a message for whoever has a terminal, `said` for a reader of the desk. */
export type Problem = Omit<SourceLocation, "lines"> & { column?: string; message: string; said: ProblemText };

/** A problem of the row that stands there, at the line of the column to blame. */
export function createProblem(
  { lines, ...place }: SourceLocation,
  column: string,
  message: string,
  said: ProblemText,
): Problem {
  return { ...place, line: lines?.[column] ?? place.line, column, message, said };
}

/** `in line 12`, or `in row 12` where lines are not known. */
export const formatLocation = ({ line, row }: SourceLocation) => (line ? `in line ${line}` : `in row ${row}`);

/** One line: `subjects.csv, line 12, price: must be …`. */
export function formatProblem({ file, line, table, row, column, message }: Problem): string {
  const where = [file, line && `line ${line}`, table && (row ? `${table} row ${row}` : table), column];
  return `${where.filter(Boolean).join(", ")}: ${message}`;
}

/** A row before it is checked: the JSON values of its members, or why there are none. */
export type RawRow = { place: SourceLocation } & (
  | { values: Record<string, unknown>; unread?: undefined }
  | { unread: string }
);

/** What the readers of CSV and JSON give; not `complete` where a whole table could not be read. */
export type RawTables = {
  tables: { table: FileTableName; file: string; rows: RawRow[] }[];
  problems: Problem[];
  complete: boolean;
};

/** A file of which nothing could be read, and why. */
export function createUnreadable(file: string, message: string, said: ProblemText, line?: number): RawTables {
  return { tables: [], problems: [{ file, line, message, said }], complete: false };
}
