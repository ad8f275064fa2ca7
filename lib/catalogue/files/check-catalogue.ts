import { formatLocation, type Problem, createProblem } from "./problem";
import { getRowKey, type Row, formatRowName, type TableName, tableNames, tables } from "./tables";
import { type CatalogueTarget, getTableLocation } from "./wanted-catalogue";

/** What would be wrong between the rows of the wanted catalogue: references and unique columns. */
export function checkCatalogue(comparison: CatalogueTarget): Problem[] {
  return tableNames.flatMap((table) => [
    ...checkReferences(comparison, table),
    ...tables[table].unique.flatMap((group) => checkUnique(comparison, table, group)),
  ]);
}

/** Rows outside of the file that use a row which the file leaves out or moves. */
type Needed = { to: TableName; id: string; by: Row[] };

function checkReferences(comparison: CatalogueTarget, table: TableName): Problem[] {
  const problems: Problem[] = [];
  const needed = new Map<string, Needed>();

  for (const [key, row] of comparison.wanted[table]) {
    const place = comparison.places[table].get(key);
    for (const [column, to] of Object.entries(tables[table].references)) {
      if (refersWell(comparison, row, column, to)) continue;
      const id = String(row[column]);
      if (place)
        problems.push(createProblem(place, column, wrongReference(comparison, row, to, id), { code: "gone" }));
      else if (comparison.file.tables[table] || comparison.file.complete) {
        const need = needed.get(`${to} ${id}`) ?? { to, id, by: [] };
        needed.set(`${to} ${id}`, need);
        need.by.push(row);
      }
    }
  }
  return [...problems, ...[...needed.values()].map((need) => stillNeeded(comparison, table, need))];
}

/** Also where it cannot be told, because one of the two rows has a problem of its own. */
function refersWell({ wanted, file }: CatalogueTarget, row: Row, column: string, to: TableName): boolean {
  const id = row[column];
  if (id === null || id === undefined) return true;

  const target = wanted[to].get(String(id));
  if (!target) return file.tables[to]?.incomplete ?? !file.complete;
  const unknown = target.school_year_id === undefined || row.school_year_id === undefined;
  return unknown || target.school_year_id === row.school_year_id;
}

function wrongReference({ wanted }: CatalogueTarget, row: Row, to: TableName, id: string): string {
  const target = wanted[to].get(id);
  if (!target) return `There is no ${tables[to].noun} ${id}.`;
  return `${formatRowName(to, target)} belongs to school year ${target.school_year_id}, not to ${row.school_year_id}.`;
}

function stillNeeded(
  { stored, wanted, file, places }: CatalogueTarget,
  table: TableName,
  { to, id, by }: Needed,
): Problem {
  const named = by.slice(0, 3).map((row) => `${tables[table].noun} ${getRowKey(table, row)}`);
  const users = `${named.join(", ")}${by.length > 3 ? ` and ${by.length - 3} more` : ""}`;
  const target = wanted[to].get(id);
  const place = places[to].get(id);
  if (target && place) {
    const message = `${formatRowName(to, target)} cannot move to school year ${target.school_year_id}: used by ${users}.`;
    return createProblem(place, "school_year_id", message, { code: "needed", values: { count: by.length } });
  }
  const gone = formatRowName(to, stored[to].get(id) ?? { id });
  const said = { code: "needed", values: { count: by.length } };
  return { ...getTableLocation(file, to), message: `${gone} is not in the file, but is used by ${users}.`, said };
}

function checkUnique({ wanted, file, places }: CatalogueTarget, table: TableName, group: string[]): Problem[] {
  const own = file.tables[table];
  if (!own) return [];

  const problems: Problem[] = [];
  const first = new Map<string, string>();
  const column = group.at(-1) ?? "";
  const others = own.incomplete ? [] : [...wanted[table].keys()].filter((key) => !places[table].has(key));
  for (const key of [...others, ...places[table].keys()]) {
    const row = wanted[table].get(key) ?? {};
    if (group.some((name) => row[name] === null || row[name] === undefined)) continue;

    const values = JSON.stringify(group.map((name) => row[name]));
    const place = places[table].get(key);
    const earlier = first.get(values);
    if (earlier === undefined) first.set(values, key);
    else if (place)
      problems.push(
        createProblem(place, column, alreadyUsed(table, row[column], earlier, places[table]), {
          code: "taken",
          values: { value: String(row[column]) },
        }),
      );
  }
  return problems;
}

function alreadyUsed(
  table: TableName,
  value: Row[string] | undefined,
  key: string,
  places: CatalogueTarget["places"][TableName],
) {
  const place = places.get(key);
  return `"${value}" is already used ${place ? formatLocation(place) : `by ${tables[table].noun} ${key}, which is not in the file`}.`;
}
