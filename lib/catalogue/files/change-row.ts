import { createHash } from "node:crypto";
import { checkRows } from "./check-rows";
import { createProblem } from "./problem";
import { type Catalogue, getRowKey, type Row, type TableName, tableNames, tables } from "./tables";
import { type CatalogueTarget, withAbsent } from "./wanted-catalogue";

/** One row as a page has it: its columns as the cells of a file; none to take the row of that key away. */
export type RowEdit = {
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

/** The next number among those of its school year, or of its table. */
export function getNextId(stored: Catalogue, table: TableName, schoolYearId?: Row[string]): number {
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
