import type { PoolClient } from "pg";
import { z } from "zod";
import { rowDigest, wantedWithRow } from "@/lib/catalogue/files/change-row";
import type { CatalogueFile } from "@/lib/catalogue/files/check-rows";
import { type Change, differences, inTable } from "@/lib/catalogue/files/compare";
import { changeCatalogue, importCatalogue } from "@/lib/catalogue/files/import";
import { keyOf, tableNames } from "@/lib/catalogue/files/tables";
import { insertEntry, recorded } from "@/lib/people/audit";
import type { Actor } from "@/lib/people/staff/rights";
import { looseVerb, Refused } from "@/lib/people/verb";
import { changed } from "@/lib/platform/changes";

/** Brings the catalogue to what a file says; with `seen` only what was shown by that digest (desk 28). */
export const importFile = looseVerb(
  "catalogue_imported",
  "change_settings",
  z.object({
    file: z.custom<CatalogueFile>((file) => typeof file === "object" && file !== null && "tables" in file),
    dryRun: z.boolean().default(false),
    seen: z.string().optional(),
  }),
  async ({ actor }, { file, ...options }) => {
    const report = await importCatalogue(file, { ...options, record: recordOf(actor, "catalogue_imported") });
    changed("catalogue");
    return report;
  },
);

/**
 * Changes one row of the catalogue, adds it (no key) or takes it away (no cells): at first nothing but what that would
 * change, then the very change whose digest is `seen` (desk 26).
 * @throws Refused `row_overtaken` where the row is not the one that the page showed
 */
export const changeRow = looseVerb(
  "catalogue_changed",
  "change_settings",
  z.object({
    table: z.enum(tableNames, "gone"),
    key: z.string().optional(),
    cells: z.record(z.string(), z.string()).optional(),
    version: z.string(),
    seen: z.string().default(""),
  }),
  async ({ actor }, { version, seen, ...edit }) => {
    const report = await changeCatalogue(
      (stored) => {
        const before = edit.key === undefined ? undefined : stored[edit.table].get(edit.key);
        if (rowDigest(before) !== version) throw new Refused({ code: "row_overtaken" });
        return wantedWithRow(stored, edit);
      },
      { seen, record: recordOf(actor, "catalogue_changed") },
    );
    if (report.written) changed("catalogue");
    return report;
  },
);

export type { ImportReport } from "@/lib/catalogue/files/import";

/** More rows than a reader of the record goes through one by one. */
const MANY = 200;

/** An entry for each row, with what it was and is; of many rows one for each table, with how many. */
export const recordOf = (actor: Actor, action: string) => async (client: PoolClient, changes: Change[]) => {
  const entry = (id: string, values: Record<string, [old: string | null, now: string | null]>) =>
    insertEntry(client, { actor: recorded(actor), action, object: { kind: "catalogue", id }, values });
  if (changes.length > MANY) {
    for (const table of tableNames) {
      const counts = Object.entries(inTable(changes, table)).filter(([, rows]) => rows.length > 0);
      const values = counts.map(([name, { length }]) => [name, [null, String(length)]] as const);
      if (values.length > 0) await entry(table, Object.fromEntries(values) as never);
    }
    return;
  }
  for (const { table, before, after } of changes) {
    const values = differences(table, before, after).map(
      ({ column, before, after }) => [column, [text(before), text(after)]] as const,
    );
    await entry(`${table}/${keyOf(table, before ?? after ?? {})}`, Object.fromEntries(values) as never);
  }
};

const text = (value: string | number | boolean | null | undefined) =>
  value === null || value === undefined ? null : String(value);
