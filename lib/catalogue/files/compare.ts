import { type Catalogue, type Row, type TableName, tableNames, tables, type Value } from "./tables";

/** A row that an import adds (no `before`), removes (no `after`) or changes. */
export type Change = { table: TableName; before?: Row; after?: Row };

/** What leads from one catalogue to the other; rows that are the same do not appear. */
export function compare(stored: Catalogue, wanted: Catalogue): Change[] {
  return tableNames.flatMap((table) => {
    const gone = [...stored[table]].filter(([key]) => !wanted[table].has(key));
    const there = [...wanted[table]].filter(
      ([key, row]) => differences(table, stored[table].get(key), row).length > 0,
    );
    return [
      ...gone.map(([, before]) => ({ table, before })),
      ...there.map(([key, after]) => ({ table, before: stored[table].get(key), after })),
    ];
  });
}

export type Difference = { column: string; before?: Value; after?: Value };

/** The columns in which two versions of a row differ; all of them when one version is not there. */
export function differences(table: TableName, before: Row | undefined, after: Row | undefined): Difference[] {
  if (before === after) return [];
  return Object.keys(tables[table].columns)
    .map((column) => ({ column, before: before?.[column], after: after?.[column] }))
    .filter((difference) => difference.before !== difference.after);
}

/** One table's changes, told apart. */
export function inTable(changes: Change[], table: TableName) {
  const own = changes.filter((change) => change.table === table);
  return {
    added: own.filter(({ before }) => !before),
    changed: own.filter(({ before, after }) => before && after),
    removed: own.filter(({ after }) => !after),
  };
}
