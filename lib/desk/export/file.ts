import { dayIn } from "@/lib/dates";
import type { Filters, Sort } from "@/lib/desk/filters";
import { wholeListIds } from "@/lib/desk/list";
import { prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";
import { BYTE_ORDER_MARK, csvLine } from "@/lib/spreadsheet/csv";
import { type Cell, xlsxFile } from "@/lib/spreadsheet/xlsx";
import { type Actor, demand } from "@/lib/staff/rights";
import { type ExportColumn, exported } from "./columns";

export const exportFormats = ["xlsx", "csv;", "csv,"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What is exported: a list with its filters, or the enrollments of a bulk action. */
export type ExportSource = { filters: Filters; sort: Sort; words?: string } | { bulkId: string };

type Asked = { source: ExportSource; columns: ExportColumn[]; format: ExportFormat };

/**
 * A list as a file, in pieces, made while it is read: a long one takes no more memory than a short one.
 * @param wrote told after each piece of rows how many there are so far
 */
export async function* exportFile(
  actor: Actor,
  { source, columns, format }: Asked,
  wrote: (rows: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  demand(actor, "export_list");
  const names = columns.map(({ name }) => name);
  const { time_zone } = await settings();
  const rows = rowsOf(actor, source, wrote);
  if (format === "xlsx") return yield* xlsxFile(names, cellsOf(rows, columns, time_zone));
  const separator = format === "csv;" ? ";" : ",";
  const encoder = new TextEncoder();
  yield encoder.encode(BYTE_ORDER_MARK + csvLine(names, separator));
  for await (const batch of rows) {
    const lines = batch.map((row) =>
      csvLine(
        columns.map(({ value }) => value(row)),
        separator,
      ),
    );
    yield encoder.encode(lines.join(""));
  }
}

type Row = Parameters<ExportColumn["value"]>[0];

async function* rowsOf(
  actor: Actor,
  source: ExportSource,
  wrote: (rows: number) => void,
): AsyncGenerator<Row[]> {
  let written = 0;
  for await (const ids of idsOf(actor, source)) {
    const found = await prisma().enrollment.findMany({ where: { id: { in: ids } }, select: exported });
    const byId = new Map(found.map((row) => [row.id, row]));
    yield ids.flatMap((id) => byId.get(id) ?? []);
    written += ids.length;
    wrote(written);
  }
}

const PIECE = 500;

function idsOf(actor: Actor, source: ExportSource): AsyncGenerator<string[]> {
  if (!("bulkId" in source)) return wholeListIds(actor, source.filters, source.sort, source.words);
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

async function* cellsOf(rows: AsyncIterable<Row[]>, columns: ExportColumn[], timeZone: string) {
  for await (const batch of rows) yield batch.map((row) => columns.map((one) => cellOf(one, row, timeZone)));
}

function cellOf({ kind, value }: ExportColumn, row: Row, timeZone: string): Cell {
  const text = value(row) ?? null;
  if (text === null || kind === undefined) return text;
  if (kind === "day") return { day: text };
  const instant = new Date(text);
  const time = instant.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  return { day: dayIn(timeZone, instant), time };
}
