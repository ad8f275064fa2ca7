import type { CatalogueFile } from "./check-rows";
import { inPlace, type Place, type Problem, problemAt } from "./problem";
import {
  type Catalogue,
  keyOf,
  type Row,
  rowName,
  type TableName,
  tableNames,
  tables,
  type Value,
} from "./tables";

/** The catalogue as it would be after the import, problems or not. */
export function wantedCatalogue(stored: Catalogue, file: CatalogueFile): Catalogue {
  const years = yearsNamed(file);
  const wanted = {} as Catalogue;
  for (const table of tableNames) {
    const own = file.tables[table];
    const inFile = new Set([
      ...(own?.rows.map(({ row }) => keyOf(table, row)) ?? []),
      ...(own?.badKeys ?? []),
    ]);
    const isMissing = ([key, row]: [string, Row]) =>
      own && !own.incomplete && !inFile.has(key) && years.has(row.school_year_id);
    const hangsOnNothing = ([key, row]: [string, Row]) =>
      tables[table].link && !inFile.has(key) && !wanted.syllabi.has(String(row.syllabus_id));

    const kept = [...stored[table]].filter((entry) => !isMissing(entry) && !hangsOnNothing(entry));
    wanted[table] = new Map([
      ...kept,
      ...(own?.rows.map(({ row }) => [keyOf(table, row), row] as const) ?? []),
    ]);
  }
  return wanted;
}

/** What would be wrong between the rows of the wanted catalogue: references and unique columns. */
export function checkCatalogue(stored: Catalogue, wanted: Catalogue, file: CatalogueFile): Problem[] {
  const places = placesIn(file);
  return tableNames.flatMap((table) => [
    ...checkReferences(table, stored, wanted, file, places),
    ...tables[table].unique.flatMap((group) => checkUnique(table, group, wanted, file, places[table])),
  ]);
}

/** The place of something that is not in a table of the file. */
export function tablePlace(file: CatalogueFile, table: TableName): Place {
  const name = file.tables[table]?.file ?? file.file;
  return name === `${table}.csv` ? { file: name } : { file: name, table };
}

export type Places = Record<TableName, Map<string, Place>>;

/** Where each row of the file stands. */
export function placesIn(file: CatalogueFile): Places {
  const entries = tableNames.map((table) => {
    const rows = file.tables[table]?.rows ?? [];
    return [table, new Map(rows.map(({ row, place }) => [keyOf(table, row), place]))];
  });
  return Object.fromEntries(entries);
}

/** The school years that the file names, by their own row or in another table's. */
function yearsNamed(file: CatalogueFile): Set<Value | undefined> {
  const own = file.tables.school_years;
  const named = tableNames.flatMap(
    (table) => file.tables[table]?.rows.map(({ row }) => row.school_year_id) ?? [],
  );
  const years = new Set([
    ...named,
    ...(own?.rows.map(({ row }) => row.id) ?? []),
    ...[...(own?.badKeys ?? [])].map(Number),
  ]);
  years.delete(undefined); // degrees, courses and grading systems belong to no year and are never missing
  return years;
}

function checkReferences(
  table: TableName,
  stored: Catalogue,
  wanted: Catalogue,
  file: CatalogueFile,
  places: Places,
): Problem[] {
  const problems: Problem[] = [];
  const users = new Map<string, { to: TableName; id: string; rows: Row[] }>();

  for (const [key, row] of wanted[table]) {
    const place = places[table].get(key);
    for (const [column, to] of Object.entries(tables[table].references)) {
      const id = String(row[column]);
      const target = wanted[to].get(id);
      const known = file.tables[to];
      if (row[column] === null || known?.badKeys.has(id) || (!target && known?.incomplete)) continue;

      const fits =
        target && (target.school_year_id === undefined || target.school_year_id === row.school_year_id);
      if (fits) continue;
      if (place) problems.push(problemAt(place, column, wrongReference(to, id, row, target)));
      else {
        const user = users.get(`${to} ${id}`) ?? { to, id, rows: [] };
        users.set(`${to} ${id}`, user);
        user.rows.push(row);
      }
    }
  }
  return [
    ...problems,
    ...[...users.values()].map((user) => stillUsed(table, user, stored, wanted, file, places)),
  ];
}

function wrongReference(to: TableName, id: string, row: Row, target: Row | undefined): string {
  if (!target) return `There is no ${tables[to].noun} ${id}.`;
  return `${rowName(to, target)} belongs to school year ${target.school_year_id}, not to ${row.school_year_id}.`;
}

/** A row outside of the file needs one that the file leaves out or moves: that is where the blame lies. */
function stillUsed(
  table: TableName,
  { to, id, rows }: { to: TableName; id: string; rows: Row[] },
  stored: Catalogue,
  wanted: Catalogue,
  file: CatalogueFile,
  places: Places,
): Problem {
  const named = rows.slice(0, 3).map((row) => `${tables[table].noun} ${keyOf(table, row)}`);
  const more = rows.length > 3 ? ` and ${rows.length - 3} more` : "";
  const who = `${named.join(", ")}${more}`;
  const place = places[to].get(id);
  const target = wanted[to].get(id);
  if (place && target) {
    return problemAt(
      place,
      "school_year_id",
      `${rowName(to, target)} cannot move to school year ${target.school_year_id}: used by ${who}.`,
    );
  }
  const gone = stored[to].get(id);
  return {
    ...tablePlace(file, to),
    message: `${gone ? rowName(to, gone) : id} is not in the file, but is used by ${who}.`,
  };
}

function checkUnique(
  table: TableName,
  group: string[],
  wanted: Catalogue,
  file: CatalogueFile,
  places: Map<string, Place>,
): Problem[] {
  const first = new Map<string, string>();
  const problems: Problem[] = [];
  const own = file.tables[table];
  if (!own) return problems;

  const column = group.at(-1) ?? "";
  const inFile = (key: string) => places.has(key);
  const sorted = [...wanted[table].keys()].filter((key) => !inFile(key));
  for (const key of [...sorted, ...places.keys()]) {
    const row = wanted[table].get(key);
    if (!row || group.some((name) => row[name] === null) || own.badKeys.has(key)) continue;

    const value = JSON.stringify(group.map((name) => row[name]));
    const earlier = first.get(value);
    const place = places.get(key);
    if (earlier === undefined) first.set(value, key);
    else if (place && (inFile(earlier) || !own.incomplete)) {
      problems.push(problemAt(place, column, alreadyUsed(table, String(row[column]), earlier, places)));
    }
  }
  return problems;
}

function alreadyUsed(table: TableName, value: string, earlier: string, places: Map<string, Place>): string {
  const place = places.get(earlier);
  return `"${value}" is already used ${place ? inPlace(place) : `by ${tables[table].noun} ${earlier}, which is not in the file`}.`;
}
