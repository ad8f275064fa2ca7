import { type RowChange, listDifferences } from "@/lib/catalogue/files/compare";
import { readCatalogue } from "@/lib/catalogue/files/export";
import { type Catalogue, getRowKey, type Row, type TableName, tables } from "@/lib/catalogue/files/tables";
import { getRowLabel } from "./labels";

/** A column that becomes another, or (no column) a row that comes or goes; undefined for what is not there. */
export type DescribedChange = {
  table: TableName;
  label: string;
  column?: string;
  old: string | undefined;
  now: string | undefined;
  /** Of an added row. */
  values?: { column: string; text: string }[];
};

/** Changes as people call things. */
export async function describeChanges(changes: RowChange[]): Promise<DescribedChange[]> {
  const stored = await readCatalogue();
  const wanted = withChanges(stored, changes);
  return changes.flatMap(({ table, before, after }): DescribedChange[] => {
    const label = before ? getRowLabel(stored, table, before) : getRowLabel(wanted, table, after ?? {});
    if (!before) {
      const values = listDifferences(table, before, after).map(({ column, after }) => ({
        column,
        text: formatValue(wanted, table, column, after),
      }));
      return [{ table, label, old: undefined, now: label, values }];
    }
    if (!after) return [{ table, label, old: label, now: undefined }];
    return listDifferences(table, before, after).map(({ column, before, after }) => ({
      table,
      label,
      column,
      old: formatValue(stored, table, column, before),
      now: formatValue(wanted, table, column, after),
    }));
  });
}

function formatValue(
  catalogue: Catalogue,
  table: TableName,
  column: string,
  value: Row[string] | undefined,
): string {
  const to = tables[table].references[column];
  const row = to && catalogue[to].get(String(value));
  return row ? getRowLabel(catalogue, to, row) : String(value ?? "–");
}

function withChanges(stored: Catalogue, changes: RowChange[]): Catalogue {
  const wanted = { ...stored };
  for (const table of new Set(changes.map((change) => change.table))) wanted[table] = new Map(stored[table]);
  for (const { table, after } of changes) if (after) wanted[table].set(getRowKey(table, after), after);
  return wanted;
}
