import { Prisma } from "@/generated/prisma/client";
import { findBulk } from "@/lib/desk/bulk/queries";
import { type Filters, parseList, type Sort } from "@/lib/desk/list/filters";
import { createListCondition, readWholeListIds } from "@/lib/desk/list/queries";
import { countMatching } from "@/lib/desk/list/sort-order";
import { IS_NOT_ERASED, joinConditions } from "@/lib/desk/list/sql";
import { createAnswerLabels } from "@/lib/desk/record/answer-labels";
import { type EnrollmentRow, readEnrollmentRows } from "@/lib/desk/rows/queries";
import { decryptSearch } from "@/lib/desk/search/sql";
import type { FieldName } from "@/lib/enrollment/fields";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { toLocalDay, toLocalIso, toLocalTime } from "@/lib/platform/dates";
import { BYTE_ORDER_MARK, type Cell, toCsvRow, writeXlsx } from "@/lib/platform/files";
import { isUuid } from "@/lib/platform/schema";
import { getSettings, type Settings } from "@/lib/school/settings";
import { getField } from "@/lib/wizard/questions";
import type { ExportColumn } from "./columns";
import type { ExportRequest } from "./verbs";

export function createExportLabels(locale: Locale) {
  const t = getTranslator(locale);
  const answers = createAnswerLabels(locale, { specialities: [], syllabi: [] }); // lines have their names

  function label({ name, field }: ExportColumn): string {
    const key = `desk.exports.columns.${name}`;
    if (t.has(key as "desk.exports.columns.reference")) return t(key as "desk.exports.columns.reference");
    return field ? answers.label(field) : name;
  }

  function formatAnswer(column: ExportColumn, row: EnrollmentRow): string {
    const value = column.value(row);
    if (value === null || value === undefined) return "";
    if (column.kind === "money") return locale === "en" ? String(value) : String(value).replace(".", ",");
    if (column.kind === "state") return t(`desk.list.values.state.${value as EnrollmentRow["state"]}`);
    if (column.kind === "source") return t(`desk.list.values.source.${value as EnrollmentRow["source"]}`);
    if (column.kind === "reason") return row.decision?.reason?.[locale] ?? "";
    if (!column.field) return String(value);
    const { control, pairedWith } = getField(column.field);
    const prefix = control === "phone" ? `${row.answers[pairedWith as FieldName] ?? ""} ` : "";
    return `${prefix}${answers.format(column.field, value)}`.trim();
  }

  return {
    label,
    /** With the person, where several have a field of this name. */
    heading: (column: ExportColumn) =>
      column.group === "student" || column.group === "guardian"
        ? `${t(`desk.exports.groups.${column.group}`)}: ${label(column)}`
        : label(column),
    formatAnswer,
  };
}

export const exportFormats = ["xlsx", "csv;", "csv,"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A list with its filters, or the enrollments of a bulk action. */
export type ExportSource = { filters: Filters; sort: Sort; words?: string } | { bulkId: string };

type ExportLabels = ReturnType<typeof createExportLabels>;

/**
 * A list as a file in chunks, streamed so that memory use does not depend on its length. Times are in the school's time
 * zone.
 * @param onProgress called after each batch with the number of rows so far
 */
export async function* writeExportFile(
  actor: Actor,
  { source, columns, format, locale }: ExportRequest,
  onProgress: (rows: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  requirePermission(actor, "export_list");
  const labels = locale && createExportLabels(locale);
  const headings = columns.map((column) => labels?.heading(column) ?? column.name);
  const school = await getSettings();
  const rowBatches = readRows(actor, source, school, onProgress);
  const { toCell, formatCell } = createCellFormats(school, labels);
  if (format === "xlsx") {
    const batches = createCellBatches(rowBatches, (row) => columns.map((column) => toCell(column, row)));
    return yield* writeXlsx([{ name: "1", headings, batches }]);
  }
  const separator = format === "csv;" ? ";" : ",";
  const encoder = new TextEncoder();
  yield encoder.encode(BYTE_ORDER_MARK + toCsvRow(headings, separator));
  for await (const batch of rowBatches) {
    const texts = batch.map((row) => columns.map((column) => formatCell(column, row)));
    yield encoder.encode(texts.map((cells) => toCsvRow(cells, separator)).join(""));
  }
}

/**
 * The source of a file: a bulk action, or the list at an address. Undefined for a search of another session and for an
 * unknown bulk action.
 */
export async function resolveExportSource(
  { bulk, list }: { bulk: string; list: string },
  session: { actor: Actor; hash: Uint8Array<ArrayBuffer> },
): Promise<ExportSource | undefined> {
  if (bulk) return (await findBulk(session.actor, bulk)) && { bulkId: bulk };
  const { filters, sort, search } = parseList(list);
  const words = search ? decryptSearch(search, session) : undefined;
  return search && !words ? undefined : { filters, sort, words };
}

/** Whether a file includes every person who is not erased, whatever the filters. */
export async function includesEverybody(source: ExportSource): Promise<boolean> {
  const condition =
    "bulkId" in source
      ? Prisma.sql`e.id in (select r.enrollment_id from bulk_rows r where r.bulk_id = ${source.bulkId}::uuid)`
      : await createListCondition(source.filters, source.words);
  const [exportedCount, totalCount] = await Promise.all([
    countMatching(joinConditions([condition, IS_NOT_ERASED])),
    countMatching(IS_NOT_ERASED),
  ]);
  return exportedCount >= totalCount;
}

async function* readRows(
  actor: Actor,
  source: ExportSource,
  school: Settings,
  onProgress: (rows: number) => void,
): AsyncGenerator<EnrollmentRow[]> {
  let written = 0;
  for await (const ids of listIds(actor, source)) {
    yield await readEnrollmentRows(ids, school, new Date());
    written += ids.length;
    onProgress(written);
  }
}

const BATCH_SIZE = 500;

function listIds(actor: Actor, source: ExportSource): AsyncGenerator<string[]> {
  if (!("bulkId" in source)) return readWholeListIds(actor, source.filters, source.sort, source.words);
  return listBulkIds(source.bulkId);
}

async function* listBulkIds(bulkId: string): AsyncGenerator<string[]> {
  for (let after = 0; ; ) {
    const rows = await prisma().bulkRow.findMany({
      where: { bulkId, position: { gt: after } },
      orderBy: { position: "asc" },
      take: BATCH_SIZE,
      select: { position: true, enrollmentId: true },
    });
    if (rows.length > 0) yield rows.map(({ enrollmentId }) => enrollmentId);
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)?.position ?? 0;
  }
}

async function* createCellBatches(
  rowBatches: AsyncIterable<EnrollmentRow[]>,
  toCells: (row: EnrollmentRow) => Cell[],
) {
  for await (const batch of rowBatches) yield batch.map(toCells);
}

function createCellFormats({ time_zone: timeZone }: Settings, labels: ExportLabels | undefined) {
  function toCell(column: ExportColumn, row: EnrollmentRow): Exclude<Cell, number> {
    const value = column.value(row);
    if (value === null || value === undefined) return null;
    if (value instanceof Date)
      return { day: toLocalDay(timeZone, value), time: toLocalTime(timeZone, value) };
    if (column.kind === "day") return { day: String(value) };
    return labels ? labels.formatAnswer(column, row) : String(value);
  }

  /** Without a type; times have their UTC offset for programs. */
  function formatCell(column: ExportColumn, row: EnrollmentRow): string | null {
    const value = column.value(row);
    if (value instanceof Date && !labels) return toLocalIso(timeZone, value);
    const cell = toCell(column, row);
    if (cell === null || typeof cell === "string") return cell;
    return "time" in cell ? `${cell.day} ${cell.time}` : cell.day;
  }

  return { toCell, formatCell };
}

/** The member's exports of the last day, newest first. */
export async function listOwnExports(actor: Actor, now: Date) {
  requirePermission(actor, "export_list");
  if (actor.kind !== "staff") return [];
  return prisma().export.findMany({
    where: { memberId: actor.id, expiresAt: { gt: now } },
    orderBy: { createdAt: "desc" },
    select: {
      id: true,
      format: true,
      status: true,
      total: true,
      written: true,
      createdAt: true,
      expiresAt: true,
    },
  });
}

export async function findLastExportChoice(actor: Actor) {
  requirePermission(actor, "export_list");
  if (actor.kind !== "staff") return null;
  return prisma().export.findFirst({
    where: { memberId: actor.id },
    orderBy: { createdAt: "desc" },
    select: { columns: true, format: true },
  });
}

/** The member's finished file; undefined for others and after a day. */
export async function readOwnExport(actor: Actor, id: string, now: Date) {
  requirePermission(actor, "export_list");
  if (actor.kind !== "staff" || !isUuid(id)) return;
  const row = await prisma().export.findFirst({
    where: { id, memberId: actor.id, status: "ready", expiresAt: { gt: now } },
    select: { format: true },
  });
  return row ? { format: row.format as ExportFormat, pieces: readPieces(id) } : undefined;
}

async function* readPieces(exportId: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const piece = await prisma().exportPiece.findUnique({
      where: { exportId_position: { exportId, position } },
      select: { content: true },
    });
    if (!piece) return;
    yield piece.content;
  }
}
