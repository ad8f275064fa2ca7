import { createHash } from "node:crypto";
import { type CatalogueFile, checkRows, toCatalogueFile } from "./read-catalogue";
import {
  type Catalogue,
  getRowKey,
  type Row,
  type TableName,
  tableNames,
  tables,
  type Value,
} from "./tables";
import { createProblem, type SourceLocation } from "./types";

/** What an import starts from and where it leads: `wanted` is what would be, problems or not. */
export type CatalogueTarget = {
  stored: Catalogue;
  wanted: Catalogue;
  file: CatalogueFile;
  places: Places;
  limits?: LimitChange[];
};

/** How many places a speciality of a year has, or has in one syllabus: null is no limit. */
export type LimitChange = {
  schoolYearId: number;
  specialityId: number;
  syllabusId: number | null;
  name: string;
  before: number | null;
  after: number | null;
};

/** Where each row of the file stands, by its key. */
type Places = Record<TableName, Map<string, SourceLocation>>;

/** Overlays what is stored with the file, and takes away what the file leaves out. */
export function createTarget(stored: Catalogue, file: CatalogueFile): CatalogueTarget {
  const years = yearsNamed(file);
  const wanted = {} as Catalogue;
  const places = {} as Places;
  for (const table of tableNames) {
    const own = file.tables[table];
    const inFile = (own?.rows ?? []).map(({ row, place }) => {
      const key = getRowKey(table, row);
      return { key, row: withAbsent(table, row, stored[table].get(key)), place };
    });
    places[table] = new Map(inFile.map(({ key, place }) => [key, place]));

    const isMissing = (row: Row) => own && !own.incomplete && years.has(row.school_year_id);
    const hangsOnNothing = (row: Row) => tables[table].link && !wanted.syllabi.has(String(row.syllabus_id));
    const kept = [...stored[table]].filter(
      ([key, row]) => places[table].has(key) || !(isMissing(row) || hangsOnNothing(row)),
    );
    wanted[table] = new Map([...kept, ...inFile.map(({ key, row }) => [key, row] as const)]);
  }
  return { stored, wanted, file, places };
}

/** The place of something that the file's table does not hold. */
export function getTableLocation(file: CatalogueFile, table: TableName): SourceLocation {
  const name = file.tables[table]?.file ?? file.file;
  return name === `${table}.csv` ? { file: name } : { file: name, table };
}

/** A row that an import adds (no `before`), removes (no `after`) or changes. */
export type RowChange = { table: TableName; before?: Row; after?: Row };

/** What leads from one catalogue to the other; rows that are the same do not appear. */
export function compare(stored: Catalogue, wanted: Catalogue): RowChange[] {
  return tableNames.flatMap((table) => {
    const gone = [...stored[table]].filter(([key]) => !wanted[table].has(key));
    const there = [...wanted[table]].filter(
      ([key, row]) => listDifferences(table, stored[table].get(key), row).length > 0,
    );
    return [
      ...gone.map(([, before]) => ({ table, before })),
      ...there.map(([key, after]) => ({ table, before: stored[table].get(key), after })),
    ];
  });
}

export type Difference = { column: string; before?: Value; after?: Value };

/** The columns in which two versions of a row differ; all of them when one version is not there. */
export function listDifferences(
  table: TableName,
  before: Row | undefined,
  after: Row | undefined,
): Difference[] {
  if (before === after) return [];
  return Object.keys(tables[table].columns)
    .map((column) => ({ column, before: before?.[column], after: after?.[column] }))
    .filter((difference) => difference.before !== difference.after);
}

/** One table's changes, told apart. */
export function splitChanges(changes: RowChange[], table: TableName) {
  const own = changes.filter((change) => change.table === table);
  return {
    added: own.filter(({ before }) => !before),
    changed: own.filter(({ before, after }) => before && after),
    removed: own.filter(({ after }) => !after),
  };
}

/** One row as a page has it: its columns as the cells of a file; none to take the row of that key away. */
type RowEdit = {
  table: TableName;
  key?: string | undefined;
  cells?: Record<string, string> | undefined;
};

/** What would be with one row changed, added (no key) or taken away, and all else as it is. */
export function createRowEdit(stored: Catalogue, { table, key, cells }: RowEdit): CatalogueTarget {
  const place = { file: table, table, row: 1 };
  const values = cells && { ...ownId(stored, table, key, cells), ...valuesOf(table, cells) };
  const rows = values ? [{ place, values }] : [];
  const file = checkRows(table, { tables: [{ table, file: table, rows }], problems: [], complete: true });
  const wanted = { ...stored, [table]: new Map(stored[table]) };
  const places = Object.fromEntries(tableNames.map((name) => [name, new Map()])) as CatalogueTarget["places"];
  if (key !== undefined) wanted[table].delete(key);
  for (const { row } of file.tables[table]?.rows ?? []) {
    const own = getRowKey(table, row);
    if (wanted[table].has(own)) {
      const [column = ""] = tables[table].key.slice(-1);
      file.problems.push(createProblem(place, column, `${own} is there already.`, { code: "key_twice" }));
    }
    wanted[table].set(own, withAbsent(table, row, stored[table].get(own)));
    places[table].set(own, place);
  }
  for (const link of tableNames.filter((name) => tables[name].link && name !== table))
    wanted[link] = listLinks(wanted[link], wanted);
  return { stored, wanted, file, places };
}

/** Names a row as it is, so that a page knows whether it is still the one that it showed. */
export const createRowDigest = (row: Row | undefined): string =>
  createHash("sha256")
    .update(JSON.stringify(row ?? null))
    .digest("base64url");

/** A school year out of another: its label and days, and what becomes of prices. */
export type NewYearInput = {
  from: number;
  year: string;
  start_enrollment: string;
  end_enrollment: string | null;
  start_school_year: string;
  end_school_year: string;
  /** By how much prices go up, in percent; down with a minus. */
  percent: number;
  /** To how many cents each is rounded. */
  roundTo: number;
};

/** The copies' numbers by those of what they were copied from. */
export type CopiedIds = Record<"specialities" | "subjects" | "syllabi", Map<number, number>>;

/** What a year holds, once more under new numbers, as a file that says that year alone (desk 27). */
export function copyYear(stored: Catalogue, { from, percent, roundTo, ...own }: NewYearInput) {
  const id = highest(stored, "school_years") + 1;
  const copies: CopiedIds = {
    specialities: numbers(stored, "specialities", from),
    subjects: numbers(stored, "subjects", from),
    syllabi: numbers(stored, "syllabi", from),
  };
  const copied = (table: TableName) =>
    rowsOf(stored, table, from).map((row) => ({ ...row, ...moved(table, row, copies), school_year_id: id }));
  let link = highest(stored, "syllabus_subjects");
  const file: CatalogueFile = toCatalogueFile("next-year", {
    school_years: [{ id, ...own }],
    specialities: copied("specialities"),
    subjects: copied("subjects").map((row) => ({
      ...row,
      price: calculateNewPrice(String((row as Row).price), percent, roundTo),
    })),
    syllabi: copied("syllabi"),
    syllabus_specialities: copied("syllabus_specialities"),
    syllabus_subjects: copied("syllabus_subjects").map((row) => ({ ...row, id: ++link })),
  });
  return { id, file, copies };
}

/** A price as text, such as `32.50`, so many percent higher and rounded. */
export function calculateNewPrice(price: string, percent: number, roundTo: number): string {
  const cents = Math.round(Number(price) * 100) * (1 + percent / 100);
  return (Math.max(0, Math.round(cents / roundTo) * roundTo) / 100).toFixed(2);
}

/** A row with the values of the columns that its file lacks: those that are stored, or the defaults. */
function withAbsent(table: TableName, row: Row, stored: Row | undefined): Row {
  const absent = Object.entries(tables[table].columns).flatMap(([name, { ifAbsent }]) =>
    ifAbsent === undefined || name in row ? [] : [[name, stored?.[name] ?? ifAbsent]],
  );
  return { ...row, ...Object.fromEntries(absent) };
}

/** The school years that the file names, by their own rows or in another table's. */
function yearsNamed(file: CatalogueFile): Set<Value | undefined> {
  const years = new Set(file.tables.school_years?.rows.map(({ row }) => row.id));
  for (const table of tableNames) {
    for (const { row } of file.tables[table]?.rows ?? []) years.add(row.school_year_id);
  }
  years.delete(undefined); // degrees, courses and grading systems belong to no year and are never missing
  return years;
}

/** The next number among those of its school year, or of its table. */
function getNextId(stored: Catalogue, table: TableName, schoolYearId?: Row[string]): number {
  const all = [...stored[table].values()];
  const taken = new Set(all.map(({ id }) => Number(id)));
  const own = all.filter(({ school_year_id }) => school_year_id === schoolYearId);
  let next = Math.max(0, ...(own.length > 0 ? own : all).map(({ id }) => Number(id))) + 1;
  while (taken.has(next)) next++;
  return next;
}

function ownId(stored: Catalogue, table: TableName, key: string | undefined, cells: Record<string, string>) {
  if (!("id" in tables[table].columns)) return {};
  return { id: key === undefined ? getNextId(stored, table, Number(cells.school_year_id)) : Number(key) };
}

const valuesOf = (table: TableName, cells: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(tables[table].columns).flatMap(([name, column]) =>
      name === "id" ? [] : [[name, column.fromCell((cells[name] ?? "").trim())]],
    ),
  );

const listLinks = (links: Map<string, Row>, { syllabi }: Catalogue) =>
  new Map([...links].filter(([, { syllabus_id }]) => syllabi.has(String(syllabus_id))));

/** A table's rows of one school year. */
export const rowsOf = (stored: Catalogue, table: TableName, year: number) =>
  [...stored[table].values()].filter(({ school_year_id }) => school_year_id === year);

/** The highest id of a table. */
export const highest = (stored: Catalogue, table: TableName) =>
  Math.max(0, ...[...stored[table].values()].map(({ id }) => Number(id)));

function numbers(stored: Catalogue, table: TableName, year: number): Map<number, number> {
  const first = highest(stored, table) + 1;
  return new Map(rowsOf(stored, table, year).map(({ id }, at) => [Number(id), first + at]));
}

/** The row's own number and what it points at within its year. */
function moved(table: TableName, row: Row, copies: CopiedIds): Row {
  const to = (name: string, value: Row[string]) =>
    value === null ? null : (copies[name as keyof CopiedIds]?.get(Number(value)) ?? value);
  const pointing = Object.entries(tables[table].references)
    .filter(([, name]) => name in copies)
    .map(([column, name]) => [column, to(name, row[column] ?? null)] as const);
  return { ...(table in copies && { id: to(table, row.id ?? null) }), ...Object.fromEntries(pointing) };
}
