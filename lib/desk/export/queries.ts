import { Prisma } from "@/generated/prisma/client";
import { findBulk } from "@/lib/desk/bulk/queries";
import { type Filters, parseListQuery, type Sort } from "@/lib/desk/list/filters";
import { createListCondition, readWholeListIds } from "@/lib/desk/list/queries";
import { countMatching } from "@/lib/desk/list/sort-order";
import { IS_NOT_ERASED, joinConditions } from "@/lib/desk/list/sql";
import { createAnswerLabels } from "@/lib/desk/record/answer-labels";
import { type EnrollmentRow, readEnrollmentRows } from "@/lib/desk/rows/queries";
import { decryptSearch } from "@/lib/desk/search/sql";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { toLocalDay, toLocalIso, toLocalTime } from "@/lib/platform/dates";
import { BYTE_ORDER_MARK, type Cell, toCsvRow, writeXlsx } from "@/lib/platform/files";
import { getSettings, type Settings } from "@/lib/school/settings";
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

  function say(column: ExportColumn, line: EnrollmentRow): string {
    const value = column.value(line);
    if (value === null || value === undefined) return "";
    if (column.kind === "money") return locale === "en" ? String(value) : String(value).replace(".", ",");
    if (column.kind === "state") return t(`desk.list.values.state.${value as EnrollmentRow["state"]}`);
    if (column.kind === "source") return t(`desk.list.values.source.${value as EnrollmentRow["source"]}`);
    if (column.kind === "reason") return line.decision?.reason?.[locale] ?? "";
    return column.field ? answers.say(column.field, value) : String(value);
  }

  return {
    label,
    /** With the person, where several have a field of this name. */
    heading: (column: ExportColumn) =>
      column.group === "student" || column.group === "guardian"
        ? `${t(`desk.exports.groups.${column.group}`)}: ${label(column)}`
        : label(column),
    say,
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
  const words = locale && createExportLabels(locale);
  const headings = columns.map((column) => words?.heading(column) ?? column.name);
  const school = await getSettings();
  const lines = readRows(actor, source, school, onProgress);
  if (format === "xlsx") {
    const batches = cellsOf(lines, columns, school, words);
    return yield* writeXlsx([{ name: "1", headings, batches }]);
  }
  const separator = format === "csv;" ? ";" : ",";
  const encoder = new TextEncoder();
  yield encoder.encode(BYTE_ORDER_MARK + toCsvRow(headings, separator));
  for await (const batch of lines) {
    const texts = batch.map((line) => columns.map((column) => textOf(column, line, school, words)));
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
  const { filters, sort, search } = parseListQuery(Object.fromEntries(new URLSearchParams(list)));
  const words = search ? decryptSearch(search, session) : undefined;
  return search && !words ? undefined : { filters, sort, words };
}

/** Whether a file includes every person who is not erased, whatever the filters. */
export async function includesEverybody(source: ExportSource): Promise<boolean> {
  const wanted =
    "bulkId" in source
      ? Prisma.sql`e.id in (select r.enrollment_id from bulk_rows r where r.bulk_id = ${source.bulkId}::uuid)`
      : await createListCondition(source.filters, source.words);
  const [inFile, inAll] = await Promise.all([
    countMatching(joinConditions([wanted, IS_NOT_ERASED])),
    countMatching(IS_NOT_ERASED),
  ]);
  return inFile >= inAll;
}

async function* readRows(
  actor: Actor,
  source: ExportSource,
  school: Settings,
  onProgress: (rows: number) => void,
): AsyncGenerator<EnrollmentRow[]> {
  let written = 0;
  for await (const ids of idsOf(actor, source)) {
    yield await readEnrollmentRows(ids, school, new Date());
    written += ids.length;
    onProgress(written);
  }
}

const PIECE = 500;

function idsOf(actor: Actor, source: ExportSource): AsyncGenerator<string[]> {
  if (!("bulkId" in source)) return readWholeListIds(actor, source.filters, source.sort, source.words);
  return idsOfBulk(source.bulkId);
}

async function* idsOfBulk(bulkId: string): AsyncGenerator<string[]> {
  for (let after = 0; ; ) {
    const rows = await prisma().bulkRow.findMany({
      where: { bulkId, position: { gt: after } },
      orderBy: { position: "asc" },
      take: PIECE,
      select: { position: true, enrollmentId: true },
    });
    if (rows.length > 0) yield rows.map(({ enrollmentId }) => enrollmentId);
    if (rows.length < PIECE) return;
    after = rows.at(-1)?.position ?? 0;
  }
}

async function* cellsOf(
  lines: AsyncIterable<EnrollmentRow[]>,
  columns: ExportColumn[],
  school: Settings,
  words: ExportLabels | undefined,
) {
  for await (const batch of lines)
    yield batch.map((line) => columns.map((column) => cellOf(column, line, school, words)));
}

function cellOf(
  column: ExportColumn,
  line: EnrollmentRow,
  { time_zone: timeZone }: Settings,
  words: ExportLabels | undefined,
): Exclude<Cell, number> {
  const value = column.value(line);
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return { day: toLocalDay(timeZone, value), time: toLocalTime(timeZone, value) };
  if (column.kind === "day") return { day: String(value) };
  return words ? words.say(column, line) : String(value);
}

/** Values of cells without a type: times, with UTC offset for programs. */
function textOf(
  column: ExportColumn,
  line: EnrollmentRow,
  school: Settings,
  words: ExportLabels | undefined,
) {
  const value = column.value(line);
  if (value instanceof Date && !words) return toLocalIso(school.time_zone, value);
  const cell = cellOf(column, line, school, words);
  if (cell === null || typeof cell === "string") return cell;
  return "time" in cell ? `${cell.day} ${cell.time}` : cell.day;
}
