import { MAX_PROBLEMS } from "./limits";
import { formatLocation, type SourceLocation, type Problem, createProblem, type ProblemText } from "./problem";
import type { RawTables } from "./raw-tables";
import { getRowKey, type Row, type TableName, tables } from "./tables";

type FileTable = {
  file: string;
  /** Every row whose key could be read; one with a problem lacks the columns that could not. */
  rows: { row: Row; place: SourceLocation }[];
  /** Some row's key could not be read, so nothing can be said to be missing. */
  incomplete: boolean;
};

/** A catalogue as read: the tables it holds, and everything that is wrong with single rows. */
export type CatalogueFile = {
  file: string;
  tables: Partial<Record<TableName, FileTable>>;
  problems: Problem[];
  /** False where a whole table could not be read: then nothing can be said to be missing from those that are not there. */
  complete: boolean;
};

/**
 * Checks each row by itself: its columns, the rules between them, and that its key is there once.
 * @param isFile whether the rules for files apply too
 */
export function checkRows(file: string, raw: RawTables, { isFile = false } = {}): CatalogueFile {
  const found: Problem[] = [];
  const checked: CatalogueFile["tables"] = {};
  for (const table of raw.tables) checked[table.table] = checkTable(table, found, isFile);
  const told = new Set(raw.problems.map(cellOf)); // a cell that could not be read is not said to be empty as well
  const problems = [...raw.problems, ...found.filter((problem) => !told.has(cellOf(problem)))];
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
  return { file, tables: checked, problems, complete: raw.complete };
}

const cellOf = ({ file, line, column }: Problem) => `${file} ${line} ${column}`;

/** The catalogue that an object with one array of rows a table describes, in the JSON file's form. */
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
    if (!tables[table].key.every((column) => column in row)) {
      checked.incomplete = true;
      continue;
    }
    const key = getRowKey(table, row);
    const earlier = places.get(key);
    if (earlier) {
      problems.push(
        createProblem(place, tables[table].key.join(", "), `${key} is already used ${formatLocation(earlier)}.`, {
          code: "key_twice",
        }),
      );
      continue;
    }
    places.set(key, place);
    checked.rows.push({ row, place });
  }
  return checked;
}

function checkRow(table: TableName, values: Record<string, unknown>, isFile: boolean) {
  const row: Row = {};
  const problems: { column: string; message: string; said: ProblemText }[] = [];
  for (const [name, column] of Object.entries(tables[table].columns)) {
    if (values[name] === undefined && column.ifAbsent !== undefined) continue;
    const result = column.schema.safeParse(values[name]);
    if (result.success) row[name] = result.data;
    else {
      const message = result.error.issues[0]?.message ?? "is not understood";
      const code = values[name] === undefined || message === "is empty" ? "missing" : `no_${column.kind}`;
      problems.push({ column: name, message, said: { code } });
    }
  }
  for (const rule of tables[table].rules) {
    if (rule.onlyFiles && !isFile) continue;
    if (rule.needs.every((name) => name in row) && !rule.holds(row)) {
      problems.push({ column: rule.blamedColumn, message: rule.message, said: { code: rule.code } });
    }
  }
  return { row, problems };
}
