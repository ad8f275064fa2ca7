import type { PoolClient } from "pg";
import { z } from "zod";
import { createRowDigest, createRowEdit } from "@/lib/catalogue/files/change-row";
import type { CatalogueFile } from "@/lib/catalogue/files/check-rows";
import { type RowChange, listDifferences, splitChanges } from "@/lib/catalogue/files/compare";
import { applyChanges, importCatalogue } from "@/lib/catalogue/files/import";
import { getRowKey, tableNames } from "@/lib/catalogue/files/tables";
import { insertAuditEntry, toRecordedActor } from "@/lib/people/audit";
import type { Actor } from "@/lib/people/staff/rights";
import { defineLooseAction, ActionError } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/changes";

/** Brings the catalogue to what a file says; with `seen` only what was shown by that digest (desk 28). */
export const importCatalogueFile = defineLooseAction(
  "catalogue_imported",
  "change_settings",
  z.object({
    file: z.custom<CatalogueFile>((file) => typeof file === "object" && file !== null && "tables" in file),
    dryRun: z.boolean().default(false),
    seen: z.string().optional(),
  }),
  async ({ actor }, { file, ...options }) => {
    const report = await importCatalogue(file, { ...options, writeAuditEntry: createAuditWriter(actor, "catalogue_imported") });
    invalidate("catalogue");
    return report;
  },
);

/**
 * Changes one row of the catalogue, adds it (no key) or takes it away (no cells): at first nothing but what that would
 * change, then the very change whose digest is `seen` (desk 26).
 * @throws Refused `row_overtaken` where the row is not the one that the page showed
 */
export const changeRow = defineLooseAction(
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
    const report = await applyChanges(
      (stored) => {
        const before = edit.key === undefined ? undefined : stored[edit.table].get(edit.key);
        if (createRowDigest(before) !== version) throw new ActionError({ code: "row_overtaken" });
        return createRowEdit(stored, edit);
      },
      { seen, writeAuditEntry: createAuditWriter(actor, "catalogue_changed") },
    );
    if (report.written) invalidate("catalogue");
    return report;
  },
);

export type { ImportReport } from "@/lib/catalogue/files/import";

/** More rows than a reader of the record goes through one by one. */
const MANY = 200;

/** An entry for each row, with what it was and is; of many rows one for each table, with how many. */
export const createAuditWriter = (actor: Actor, action: string) => async (client: PoolClient, changes: RowChange[]) => {
  const entry = (id: string, values: Record<string, [old: string | null, now: string | null]>) =>
    insertAuditEntry(client, { actor: toRecordedActor(actor), action, object: { kind: "catalogue", id }, values });
  if (changes.length > MANY) {
    for (const table of tableNames) {
      const counts = Object.entries(splitChanges(changes, table)).filter(([, rows]) => rows.length > 0);
      const values = counts.map(([name, { length }]) => [name, [null, String(length)]] as const);
      if (values.length > 0) await entry(table, Object.fromEntries(values) as never);
    }
    return;
  }
  for (const { table, before, after } of changes) {
    const values = listDifferences(table, before, after).map(
      ({ column, before, after }) => [column, [text(before), text(after)]] as const,
    );
    await entry(`${table}/${getRowKey(table, before ?? after ?? {})}`, Object.fromEntries(values) as never);
  }
};

const text = (value: string | number | boolean | null | undefined) =>
  value === null || value === undefined ? null : String(value);
