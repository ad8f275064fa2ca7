import { FileRefusal } from "@/lib/platform/file-refusal";

/** Limits of a file; a school year of the demo school has 720 rows and at most 11 columns. */
export const MAX_ROWS = 20_000;
/** Lower, because a school's own list is matched row by row. */
export const MAX_LIST_ROWS = 1_000;
export const MAX_COLUMNS = 64;
/** Of JSON: object, table, row, and one more to name a cell with a list. */
export const MAX_DEPTH = 8;
/** Of an unpacked workbook, counted while unpacking. */
export const MAX_UNPACKED_MEGABYTES = 48;
export const MAX_PROBLEMS = 1_000;

export const tooManyRows = (limit = MAX_ROWS) =>
  new FileRefusal("too_many_rows", `The file has more than ${limit} rows.`, { limit });

export const tooManyColumns = () =>
  new FileRefusal("too_many_columns", `A row has more than ${MAX_COLUMNS} cells.`, { limit: MAX_COLUMNS });

export const tooDeep = () =>
  new FileRefusal("too_deep", `Lists and objects are nested more than ${MAX_DEPTH} deep.`, {
    limit: MAX_DEPTH,
  });
