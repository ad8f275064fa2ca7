import { type Catalogue, type Row, type TableName, tableNames, tables, type Value } from "./tables";

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
export function listDifferences(table: TableName, before: Row | undefined, after: Row | undefined): Difference[] {
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
