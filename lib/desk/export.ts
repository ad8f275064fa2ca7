import { recorded, writeEntry } from "@/lib/audit/write-entry";
import { prisma } from "@/lib/prisma";
import { BYTE_ORDER_MARK, csvLine, type Separator } from "@/lib/spreadsheet/csv";
import { type Actor, demand } from "@/lib/staff/rights";
import { exportColumns, exported } from "./export-columns";
import type { Filters, Sort } from "./filters";
import { wholeListIds } from "./list";

/**
 * The list as shown, as a CSV file in pieces, with every column; that it was made is recorded.
 * @param words what is searched for, if anything
 */
export async function* exportList(
  actor: Actor,
  { filters, sort, separator }: { filters: Filters; sort: Sort; separator: Separator },
  words?: string,
): AsyncGenerator<string> {
  demand(actor, "export_list");
  await record(actor, filters, words !== undefined);
  yield BYTE_ORDER_MARK +
    csvLine(
      exportColumns.map(({ name }) => name),
      separator,
    );
  for await (const ids of wholeListIds(actor, filters, sort, words)) {
    const rows = await prisma().enrollment.findMany({ where: { id: { in: ids } }, select: exported });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const lines = ids.flatMap((id) => {
      const row = byId.get(id);
      return row
        ? [
            csvLine(
              exportColumns.map(({ value }) => value(row)),
              separator,
            ),
          ]
        : [];
    });
    yield lines.join("");
  }
}

/** Which filters, and whether something was searched for: never the words. */
async function record(actor: Actor, filters: Filters, searched: boolean) {
  const values = Object.fromEntries(
    Object.entries({ ...filters, searched: searched ? "yes" : undefined }).map(
      ([name, value]) => [name, [null, value === undefined ? null : String(value)]] as const,
    ),
  );
  await prisma().$transaction((tx) =>
    writeEntry(tx, {
      actor: recorded(actor),
      action: "list_exported",
      object: { kind: "school_year", id: filters.year ?? "all" },
      values: values as Record<string, [null, string | null]>,
    }),
  );
}
