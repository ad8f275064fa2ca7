import { FileRefusal } from "@/lib/platform/file-refusal";

/** Limits of a file; a school year of the demo school has 720 rows and at most 11 columns. */
export const MAX_ROWS = 20_000;
export const MAX_COLUMNS = 64;
export const MAX_PROBLEMS = 1_000;

export const tooManyRows = (limit = MAX_ROWS) =>
  new FileRefusal("too_many_rows", `The file has more than ${limit} rows.`, { limit });

export const tooManyColumns = () =>
  new FileRefusal("too_many_columns", `A row has more than ${MAX_COLUMNS} cells.`, { limit: MAX_COLUMNS });
