import { type Cell, writeXlsx } from "@/lib/platform/spreadsheet/xlsx";
import type { Column, Value } from "./columns";
import { type Catalogue, type Row, tableNames, tables } from "./tables";

/** Tables as a workbook with a sheet each, in pieces; an import reads back what is in it (desk 28). */
export const writeWorkbook = (catalogue: Catalogue): AsyncGenerator<Uint8Array> =>
  writeXlsx(
    tableNames.map((table) => {
      const { columns } = tables[table];
      return { name: table, headings: Object.keys(columns), batches: rowsOf(catalogue[table], columns) };
    }),
  );

const PIECE = 1_000;

async function* rowsOf(rows: Map<string, Row>, columns: Record<string, Column>): AsyncGenerator<Cell[][]> {
  const all = [...rows.values()];
  for (let at = 0; at < all.length; at += PIECE)
    yield all
      .slice(at, at + PIECE)
      .map((row) => Object.entries(columns).map(([name, column]) => cellOf(column, row[name] ?? null)));
}

/** Numbers can be reckoned with and days are dates; a duration of more than a day is none of a spreadsheet's times. */
function cellOf({ kind, toJson }: Column, value: Value): Cell {
  if (value === null) return null;
  if (kind === "day") return { day: String(value) };
  const json = toJson(value);
  return typeof json === "boolean" ? String(json) : json;
}
