import type { ClientBase } from "pg";
import type { CatalogueFile } from "./read-catalogue";
import { findReferencingEnrollments, listRemovedRows, referencedTables } from "./stored-catalogue";
import { formatRowName, getRowKey, type Row, type TableName, tableNames, tables } from "./tables";
import type { CatalogueTarget, RowChange } from "./target-catalogue";
import { createProblem, formatLocation, type Problem, type SourceLocation } from "./types";

/** Checks references and unique columns of the catalogue as it would be after the import. */
export function checkCatalogue(comparison: CatalogueTarget): Problem[] {
  return tableNames.flatMap((table) => [
    ...checkReferences(comparison, table),
    ...tables[table].unique.flatMap((group) => checkUnique(comparison, table, group)),
  ]);
}

/**
 * Rows used by families' enrollments may change, but not be deleted or moved to another year; enrollments of
 * sandboxes do not count (`deleteSandboxEnrollments`). Locks the rows first, so that no enrollment can reference them
 * between this check and the write.
 */
export async function checkEnrollments(
  client: ClientBase,
  changes: RowChange[],
  comparison: CatalogueTarget,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const table of referencedTables) {
    const removed = listRemovedRows(table, changes);
    const counts = await countEnrollments(
      client,
      table,
      removed.map(({ before }) => before),
    );
    for (const { before, after } of removed) {
      const count = counts.get(Number(before.id));
      if (!count) continue;

      const named = `${formatRowName(table, before)} is named by ${count === 1 ? "1 enrollment" : `${count} enrollments`}`;
      const said = { code: "named", values: { count } };
      const place = comparison.places[table].get(getRowKey(table, before));
      problems.push(
        after && place
          ? createProblem(
              place,
              "school_year_id",
              `${named}: it cannot move to school year ${after.school_year_id}.`,
              said,
            )
          : {
              ...getTableLocation(comparison.file, table),
              message: `${named}: it can be changed, but must not be missing.`,
              said,
            },
      );
    }
  }
  return problems;
}

/** Rows outside the file that use a row which the file deletes or moves. */
type Needed = { to: TableName; id: string; by: Row[] };

function checkReferences(comparison: CatalogueTarget, table: TableName): Problem[] {
  const problems: Problem[] = [];
  const needed = new Map<string, Needed>();

  for (const [key, row] of comparison.wanted[table]) {
    const place = comparison.places[table].get(key);
    for (const [column, to] of Object.entries(tables[table].references)) {
      if (isReferenceValid(comparison, row, column, to)) continue;
      const id = String(row[column]);
      if (place)
        problems.push(
          createProblem(place, column, formatWrongReference(comparison, row, to, id), { code: "gone" }),
        );
      else if (comparison.file.tables[table] || comparison.file.complete) {
        const need = needed.get(`${to} ${id}`) ?? { to, id, by: [] };
        needed.set(`${to} ${id}`, need);
        need.by.push(row);
      }
    }
  }
  return [...problems, ...[...needed.values()].map((need) => toUsedProblem(comparison, table, need))];
}

/** Also true when it cannot be checked because one of the rows has its own problem. */
function isReferenceValid(
  { wanted, file }: CatalogueTarget,
  row: Row,
  column: string,
  to: TableName,
): boolean {
  const id = row[column];
  if (id === null || id === undefined) return true;

  const target = wanted[to].get(String(id));
  if (!target) return file.tables[to]?.incomplete ?? !file.complete;
  const unknown = target.school_year_id === undefined || row.school_year_id === undefined;
  return unknown || target.school_year_id === row.school_year_id;
}

function formatWrongReference({ wanted }: CatalogueTarget, row: Row, to: TableName, id: string): string {
  const target = wanted[to].get(id);
  if (!target) return `There is no ${tables[to].noun} ${id}.`;
  return `${formatRowName(to, target)} belongs to school year ${target.school_year_id}, not to ${row.school_year_id}.`;
}

function toUsedProblem(
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
  return {
    ...getTableLocation(file, to),
    message: `${gone} is not in the file, but is used by ${users}.`,
    said,
  };
}

function checkUnique(
  { wanted, file, places }: CatalogueTarget,
  table: TableName,
  group: string[],
): Problem[] {
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
        createProblem(place, column, formatDuplicate(table, row[column], earlier, places[table]), {
          code: "taken",
          values: { value: String(row[column]) },
        }),
      );
  }
  return problems;
}

function formatDuplicate(
  table: TableName,
  value: Row[string] | undefined,
  key: string,
  places: CatalogueTarget["places"][TableName],
) {
  const place = places.get(key);
  return `"${value}" is already used ${place ? formatLocation(place) : `by ${tables[table].noun} ${key}, which is not in the file`}.`;
}

async function countEnrollments(
  client: ClientBase,
  table: (typeof referencedTables)[number],
  rows: Row[],
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  await client.query(`select id from "${table}" where id = any($1) order by id for update`, [
    rows.map(({ id }) => Number(id)),
  ]);
  const named = (await findReferencingEnrollments(client, table, rows)).filter(({ test }) => !test);
  return new Map([...Map.groupBy(named, ({ id }) => id)].map(([id, all]) => [id, all.length]));
}

/** The location of something that is missing in the file's table. */
function getTableLocation(file: CatalogueFile, table: TableName): SourceLocation {
  const name = file.tables[table]?.file ?? file.file;
  return name === `${table}.csv` ? { file: name } : { file: name, table };
}
