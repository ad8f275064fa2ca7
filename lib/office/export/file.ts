import type { Locale } from "@/lib/i18n/locales";
import type { Filters, Sort } from "@/lib/office/filters";
import { type EnrollmentRow, readEnrollmentRows } from "@/lib/office/lines";
import { readWholeListIds } from "@/lib/office/list";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { toLocalDay, toLocalIso, toLocalTime } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { BYTE_ORDER_MARK, toCsvRow } from "@/lib/platform/spreadsheet/csv";
import { type Cell, writeXlsx } from "@/lib/platform/spreadsheet/xlsx";
import { type Settings, getSettings } from "@/lib/school/settings";
import type { ExportColumn } from "./columns";
import { type ExportLabels, createExportLabels } from "./words";

export const exportFormats = ["xlsx", "csv;", "csv,"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What is exported: a list with its filters, or the enrollments of a bulk action. */
export type ExportSource = { filters: Filters; sort: Sort; words?: string } | { bulkId: string };

export type ExportRequest = {
  source: ExportSource;
  columns: ExportColumn[];
  format: ExportFormat;
  /** In whose words headings and values are; names and codes, for programs, without. */
  locale?: Locale | undefined;
};

/**
 * A list as a file, in pieces, made while it is read: a long one takes no more memory than a short one. Times are
 * those of the school's clocks.
 * @param onProgress told after each piece of rows how many there are so far
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

/** The same where a cell has no type of its own: people read a time, programs also its distance from UTC. */
function textOf(column: ExportColumn, line: EnrollmentRow, school: Settings, words: ExportLabels | undefined) {
  const value = column.value(line);
  if (value instanceof Date && !words) return toLocalIso(school.time_zone, value);
  const cell = cellOf(column, line, school, words);
  if (cell === null || typeof cell === "string") return cell;
  return "time" in cell ? `${cell.day} ${cell.time}` : cell.day;
}
