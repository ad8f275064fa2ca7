import type { ClientBase } from "pg";
import type { CatalogueFile } from "./read-catalogue";
import { findReferencingEnrollments, listRemovedRows, referencedTables } from "./stored-catalogue";
import {
  formatRowName,
  getRowKey,
  getRowLabel,
  type Row,
  type TableName,
  tableNames,
  tables,
} from "./tables";
import type { CatalogueTarget, RowChange } from "./target-catalogue";
import { createProblem, formatLocation, type Problem, type SourceLocation } from "./types";

/** Checks references, unique columns and enrollments of the catalogue as it would be after the import. */
export async function checkCatalogue(
  client: ClientBase,
  changes: RowChange[],
  target: CatalogueTarget,
): Promise<Problem[]> {
  const problems = tableNames.flatMap((table) => [
    ...checkReferences(target, table),
    ...tables[table].unique.flatMap((group) => checkUnique(target, table, group)),
  ]);
  return [...problems, ...(await checkEnrollments(client, changes, target))];
}

/**
 * Rows used by families' enrollments may change, but not be deleted or moved to another year; enrollments of
 * sandboxes do not count (`deleteSandboxEnrollments`). Locks the rows first, so that no enrollment can reference them
 * between this check and the write.
 */
async function checkEnrollments(
  client: ClientBase,
  changes: RowChange[],
  target: CatalogueTarget,
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

      const subject = `${formatRowName(table, before)} is named by ${count === 1 ? "1 enrollment" : `${count} enrollments`}`;
      const text = { code: "named", values: { count, row: getRowLabel(target.stored, table, before) } };
      const source = target.sources[table].get(getRowKey(table, before));
      problems.push(
        after && source
          ? createProblem(
              source,
              "school_year_id",
              `${subject}: it cannot move to school year ${after.school_year_id}.`,
              text,
            )
          : {
              ...getTableLocation(target.file, table),
              message: `${subject}: it can be changed, but must not be missing.`,
              text,
            },
      );
    }
  }
  return problems;
}

/** Rows outside the file that use a row which the file deletes or moves. */
type UsedRow = { to: TableName; id: string; by: Row[] };

function checkReferences(catalogue: CatalogueTarget, table: TableName): Problem[] {
  const problems: Problem[] = [];
  const usedRows = new Map<string, UsedRow>();

  for (const [key, row] of catalogue.updated[table]) {
    const source = catalogue.sources[table].get(key);
    for (const [column, to] of Object.entries(tables[table].references)) {
      if (isReferenceValid(catalogue, row, column, to)) continue;
      const id = String(row[column]);
      if (source)
        problems.push(
          createProblem(source, column, formatWrongReference(catalogue, row, to, id), { code: "gone" }),
        );
      else if (catalogue.file.tables[table] || catalogue.file.complete) {
        const used = usedRows.get(`${to} ${id}`) ?? { to, id, by: [] };
        usedRows.set(`${to} ${id}`, used);
        used.by.push(row);
      }
    }
  }
  return [...problems, ...[...usedRows.values()].map((used) => toUsedProblem(catalogue, table, used))];
}

/** Also true when it cannot be checked because one of the rows has its own problem. */
function isReferenceValid(
  { updated, file }: CatalogueTarget,
  row: Row,
  column: string,
  to: TableName,
): boolean {
  const id = row[column];
  if (id === null || id === undefined) return true;

  const target = updated[to].get(String(id));
  if (!target) return file.tables[to]?.incomplete ?? !file.complete;
  const isUnknown = target.school_year_id === undefined || row.school_year_id === undefined;
  return isUnknown || target.school_year_id === row.school_year_id;
}

function formatWrongReference({ updated }: CatalogueTarget, row: Row, to: TableName, id: string): string {
  const target = updated[to].get(id);
  if (!target) return `There is no ${tables[to].noun} ${id}.`;
  return `${formatRowName(to, target)} belongs to school year ${target.school_year_id}, not to ${row.school_year_id}.`;
}

function toUsedProblem(
  { stored, updated, file, sources }: CatalogueTarget,
  table: TableName,
  { to, id, by }: UsedRow,
): Problem {
  const names = by.slice(0, 3).map((row) => `${tables[table].noun} ${getRowKey(table, row)}`);
  const userNames = `${names.join(", ")}${by.length > 3 ? ` and ${by.length - 3} more` : ""}`;
  const target = updated[to].get(id);
  const source = sources[to].get(id);
  if (target && source) {
    const message = `${formatRowName(to, target)} cannot move to school year ${target.school_year_id}: used by ${userNames}.`;
    return createProblem(source, "school_year_id", message, { code: "needed", values: { count: by.length } });
  }
  const row = stored[to].get(id) ?? { id };
  const text = { code: "needed", values: { count: by.length, row: getRowLabel(stored, to, row) } };
  return {
    ...getTableLocation(file, to),
    message: `${formatRowName(to, row)} is not in the file, but is used by ${userNames}.`,
    text,
  };
}

function checkUnique(
  { updated, file, sources }: CatalogueTarget,
  table: TableName,
  group: string[],
): Problem[] {
  const fileTable = file.tables[table];
  if (!fileTable) return [];

  const problems: Problem[] = [];
  const keyByValues = new Map<string, string>();
  const column = group.at(-1) ?? "";
  const { incomplete } = fileTable;
  const others = incomplete ? [] : [...updated[table].keys()].filter((key) => !sources[table].has(key));
  for (const key of [...others, ...sources[table].keys()]) {
    const row = updated[table].get(key) ?? {};
    if (group.some((name) => row[name] === null || row[name] === undefined)) continue;

    const values = JSON.stringify(group.map((name) => row[name]));
    const source = sources[table].get(key);
    const earlierKey = keyByValues.get(values);
    if (earlierKey === undefined) keyByValues.set(values, key);
    else if (source)
      problems.push(
        createProblem(source, column, formatDuplicate(table, row[column], earlierKey, sources[table]), {
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
  sources: CatalogueTarget["sources"][TableName],
) {
  const source = sources.get(key);
  return `"${value}" is already used ${source ? formatLocation(source) : `by ${tables[table].noun} ${key}, which is not in the file`}.`;
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
  const used = (await findReferencingEnrollments(client, table, rows)).filter(({ test }) => !test);
  return new Map([...Map.groupBy(used, ({ id }) => id)].map(([id, rows]) => [id, rows.length]));
}

/** The location of something that is missing in the file's table. */
function getTableLocation(file: CatalogueFile, table: TableName): SourceLocation {
  const name = file.tables[table]?.file ?? file.file;
  return name === `${table}.csv` ? { file: name } : { file: name, table };
}
