import type { CatalogueFile } from "./check-rows";
import type { SourceLocation } from "./problem";
import { type Catalogue, getRowKey, type Row, type TableName, tableNames, tables, type Value } from "./tables";

/** What an import starts from and where it leads: `wanted` is what would be, problems or not. */
export type CatalogueTarget = { stored: Catalogue; wanted: Catalogue; file: CatalogueFile; places: Places };

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

/** A row with the values of the columns that its file lacks: those that are stored, or the defaults. */
export function withAbsent(table: TableName, row: Row, stored: Row | undefined): Row {
  const absent = Object.entries(tables[table].columns).flatMap(([name, { ifAbsent }]) =>
    ifAbsent === undefined || name in row ? [] : [[name, stored?.[name] ?? ifAbsent]],
  );
  return { ...row, ...Object.fromEntries(absent) };
}

/** The place of something that the file's table does not hold. */
export function getTableLocation(file: CatalogueFile, table: TableName): SourceLocation {
  const name = file.tables[table]?.file ?? file.file;
  return name === `${table}.csv` ? { file: name } : { file: name, table };
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
