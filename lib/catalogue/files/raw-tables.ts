import type { SourceLocation, Problem, ProblemText } from "./problem";
import type { TableName } from "./tables";

/** A row before it is checked: the JSON values of its members, or why there are none. */
export type RawRow = { place: SourceLocation } & (
  | { values: Record<string, unknown>; unread?: undefined }
  | { unread: string }
);

/** What the readers of CSV and JSON give; not `complete` where a whole table could not be read. */
export type RawTables = {
  tables: { table: TableName; file: string; rows: RawRow[] }[];
  problems: Problem[];
  complete: boolean;
};

/** A file of which nothing could be read, and why. */
export function createUnreadable(file: string, message: string, said: ProblemText, line?: number): RawTables {
  return { tables: [], problems: [{ file, line, message, said }], complete: false };
}
