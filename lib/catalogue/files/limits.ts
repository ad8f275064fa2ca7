import { FileRefusal } from "@/lib/platform/file-refusal";

/** What one file may hold: a school year of the demo school has 720 rows, its widest table 11 columns. */
export const MAX_ROWS = 20_000;
/** A school's own list is compared with what is there row by row. */
export const MAX_LIST_ROWS = 1_000;
export const MAX_COLUMNS = 64;
/** Of JSON: the file's object, a table, a row, and one more to name the cell that holds a list. */
export const MAX_DEPTH = 8;
/** Of a workbook, unpacked, whatever the archive says of itself. */
export const MAX_UNPACKED_MEGABYTES = 48;
/** Nobody fixes more in one go. */
export const MAX_PROBLEMS = 1_000;

export const tooManyRows = (limit = MAX_ROWS) =>
  new FileRefusal("too_many_rows", `The file has more than ${limit} rows.`, { limit });

export const tooManyColumns = () =>
  new FileRefusal("too_many_columns", `A row has more than ${MAX_COLUMNS} cells.`, { limit: MAX_COLUMNS });

export const tooDeep = () =>
  new FileRefusal("too_deep", `Lists and objects are nested more than ${MAX_DEPTH} deep.`, {
    limit: MAX_DEPTH,
  });
