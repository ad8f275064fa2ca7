import type { PoolClient } from "pg";
import { z } from "zod";
import { applyChanges, importCatalogue } from "@/lib/catalogue/files/import-catalogue";
import { type CatalogueFile, checkRows } from "@/lib/catalogue/files/read-catalogue";
import { createListTarget, findListYear } from "@/lib/catalogue/files/school-list";
import { readStoredLimits } from "@/lib/catalogue/files/stored-catalogue";
import { getRowKey, tableNames } from "@/lib/catalogue/files/tables";
import {
  calculateNewPrice,
  copyYear,
  createRowDigest,
  createRowEdit,
  createTarget,
  type LimitChange,
  listDifferences,
  type NewYearInput,
  type RowChange,
  splitChanges,
} from "@/lib/catalogue/files/target-catalogue";
import { createUnreadable } from "@/lib/catalogue/files/types";
import { type AuditAction, findLastChange, insertAuditEntry, toRecordedActor } from "@/lib/people/audit-log";
import type { Actor } from "@/lib/people/staff/permissions";
import { readSavedForm, saveForm } from "@/lib/people/staff/sessions";
import { ConflictError, DomainError, looseVerb } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/cache";
import { isDay } from "@/lib/platform/dates";
import { readFileInProcess } from "@/lib/platform/file-process";
import { FileRefusal } from "@/lib/platform/file-refusal";
import { columnId } from "@/lib/platform/schema";

type CopiedIds = ReturnType<typeof copyYear>["copies"];

/**
 * Imports a catalogue file; with `seen` only the changes with that digest, which the preview showed (desk 28). A
 * school's own list belongs to the year with this `id` or label, or adds a year with these dates.
 * @throws DomainError `year_unknown`
 */
export const importCatalogueFile = looseVerb(
  "catalogue_imported",
  "change_settings",
  z.object({
    file: z.custom<CatalogueFile>((file) => typeof file === "object" && file !== null && "tables" in file),
    dryRun: z.boolean().default(false),
    seen: z.string().optional(),
    schoolYear: z.record(z.string(), z.string()).default({}),
  }),
  async ({ actor }, { file, schoolYear, dryRun, seen: confirmedDigest }) => {
    const writeAuditEntry = createAuditWriter(actor, "catalogue_imported");
    const options = { dryRun, confirmedDigest, writeAuditEntry };
    const report = await (file.list
      ? applyChanges(async (stored, client) => {
          const year = findListYear(stored, schoolYear);
          if (schoolYear.id && !year) throw new DomainError({ code: "year_unknown" });
          return createListTarget(
            stored,
            file,
            schoolYear,
            year ? await readStoredLimits(client, Number(year.id)) : [],
          );
        }, options)
      : importCatalogue(file, options));
    invalidate("catalogue");
    return report;
  },
);

/**
 * Changes a catalogue row, adds one (no key) or removes it (no cells): first a preview, then the change whose digest is
 * `seen` (desk 26).
 * @throws ConflictError `row_overtaken` when the row differs from the page
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
    const overtaken = new DomainError({ code: "row_overtaken" });
    let current = "";
    const report = await applyChanges(
      (stored) => {
        const before = edit.key === undefined ? undefined : stored[edit.table].get(edit.key);
        current = createRowDigest(before);
        if (current !== version) throw overtaken;
        return createRowEdit(stored, edit);
      },
      { confirmedDigest: seen, writeAuditEntry: createAuditWriter(actor, "catalogue_changed") },
    ).catch(async (error) => {
      if (error !== overtaken) throw error;
      // Read here, because the transaction holds its own connection. Large imports have one entry for a table.
      const objectId = { in: [`${edit.table}/${edit.key}`, edit.table] };
      const by = await findLastChange({ objectKind: "catalogue", objectId });
      throw new ConflictError("version", current, by, {}, "row_overtaken");
    });
    if (report.written) invalidate("catalogue");
    return report;
  },
);

const day = z.string().refine(isDay, "day_needed");

const newYearSchema = z.object({
  from: columnId,
  year: z.string().regex(/^\d{4}\/\d{4}$/, "label"),
  start_enrollment: day,
  end_enrollment: day.nullable(),
  start_school_year: day,
  end_school_year: day,
  percent: z.number("number").min(-50, "number").max(100, "number"),
  roundTo: z.union([z.literal(1), z.literal(10), z.literal(50), z.literal(100)], { error: "choice_needed" }),
});

/**
 * Copies a school year with its place limits (desk 27): first a preview, then the copy whose digest is `expectedDigest`.
 * @throws DomainError `year_unknown`
 */
export const addSchoolYear = looseVerb(
  "school_year_added",
  "change_settings",
  newYearSchema.extend({ expectedDigest: z.string().default("") }),
  async ({ actor }, { expectedDigest, ...newYear }) => {
    let result = { id: 0, prices: [] as { name: string; old: number; now: number }[], limits: 0 };
    let copies: CopiedIds | undefined;
    const copyPlaces = async (client: PoolClient) => {
      const limits = copies ? await copyLimits(client, newYear.from, result.id, copies) : 0;
      await insertAuditEntry(client, {
        actor: toRecordedActor(actor),
        action: "school_year_added",
        object: { kind: "school_year", id: result.id },
        values: { name: [null, newYear.year], percent: [null, newYear.percent], places: [null, limits] },
      });
      result = { ...result, limits };
    };
    const report = await applyChanges(
      (stored) => {
        const from = stored.school_years.get(String(newYear.from));
        if (!from) throw new DomainError({ code: "year_unknown" });
        const copy = copyYear(stored, newYear);
        copies = copy.copies;
        result = { id: copy.id, prices: listPriceChanges(stored.subjects.values(), newYear), limits: 0 };
        return createTarget(stored, copy.file);
      },
      { confirmedDigest: expectedDigest, writeAuditEntry: copyPlaces },
    );
    if (report.written) invalidate("catalogue");
    return { ...report, ...result };
  },
);

/** A workbook may unpack to twelve times this, the ratio of small sheets. */
export const MAX_UPLOAD_BYTES = 4_000_000;

type Upload = { name: string; bytes: Uint8Array };

/** Parses an uploaded catalogue: a workbook, JSON, or one table as CSV. @throws DomainError */
export async function readUpload({ name, bytes }: Upload): Promise<CatalogueFile> {
  if (bytes.length === 0) throw new DomainError({ field: "file", code: "required" });
  if (bytes.length > MAX_UPLOAD_BYTES) throw new DomainError({ field: "file", code: "too_large" });
  try {
    return await readFileInProcess<CatalogueFile>("catalogue", name, bytes);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return toRefusedFile(name, error);
  }
}

const PATH = "/desk/catalogue/import";

/** Stores a previewed upload for its member, encrypted, for an hour. Returns the token. */
export const saveUpload = (memberId: string, { name, bytes }: Upload, now: Date): Promise<string> =>
  saveForm(memberId, { path: PATH, fields: { [name]: [Buffer.from(bytes).toString("base64")] } }, now);

/** @throws DomainError when it has expired */
export async function readSavedUpload(memberId: string, token: string, now: Date): Promise<Upload> {
  const form = await readSavedForm(memberId, token, now);
  const [[name = "", [base64 = ""]] = ["", []]] = Object.entries((form?.path === PATH && form.fields) || {});
  if (base64 === "") throw new DomainError({ field: "file", code: "kept_no_more" });
  return { name, bytes: new Uint8Array(Buffer.from(base64, "base64")) };
}

/** Above this number of rows, the audit log has one entry per table. */
const MAX_ROW_ENTRIES = 200;

/** Writes an audit entry per row with old and new values, or per table with the number of rows. */
const createAuditWriter =
  (actor: Actor, action: AuditAction) =>
  async (client: PoolClient, changes: RowChange[], limits: LimitChange[]) => {
    for (const { schoolYearId, specialityId, syllabusId, before, after } of limits)
      await insertAuditEntry(client, {
        actor: toRecordedActor(actor),
        action: "places_set",
        object: { kind: "place", id: `${schoolYearId}/${specialityId}/${syllabusId ?? ""}` },
        values: { places: [before, after] },
      });
    const entry = (id: string, values: Record<string, [old: string | null, now: string | null]>) =>
      insertAuditEntry(client, {
        actor: toRecordedActor(actor),
        action,
        object: { kind: "catalogue", id },
        values,
      });
    if (changes.length > MAX_ROW_ENTRIES) {
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

type Subjects = Iterable<Record<string, unknown>>;

const listPriceChanges = (subjects: Subjects, { from, percent, roundTo }: NewYearInput) =>
  [...subjects]
    .filter(({ school_year_id }) => school_year_id === from)
    .map(({ name, price }) => ({
      name: String(name),
      old: Number(price),
      now: Number(calculateNewPrice(String(price), percent, roundTo)),
    }))
    .filter(({ old, now }) => old !== now);

/** Copies place limits to the new year. @returns how many */
async function copyLimits(
  client: PoolClient,
  from: number,
  to: number,
  { specialities, syllabi }: CopiedIds,
) {
  const { rowCount } = await client.query(
    `insert into places (school_year_id, speciality_id, syllabus_id, places)
     select $2::int, (speciality->>1)::int, (syllabus->>1)::int, places
     from places
     left join jsonb_array_elements($3::jsonb) speciality on (speciality->>0)::int = speciality_id
     left join jsonb_array_elements($4::jsonb) syllabus on (syllabus->>0)::int = syllabus_id
     where school_year_id = $1`,
    [from, to, JSON.stringify([...specialities]), JSON.stringify([...syllabi])],
  );
  return rowCount ?? 0;
}

/** A file that was refused, as a problem. */
const toRefusedFile = (name: string, refusal: FileRefusal): CatalogueFile =>
  checkRows(name, createUnreadable(name, refusal.message, { code: refusal.code, values: refusal.values }));
