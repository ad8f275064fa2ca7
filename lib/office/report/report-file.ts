import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { BYTE_ORDER_MARK, toCsvRow } from "@/lib/platform/spreadsheet/csv";
import { writeXlsx } from "@/lib/platform/spreadsheet/xlsx";
import { createReportLabels } from "./report-words";
import { reportCounts, type ReportRow, reportParts, type TownReport } from "./town-report";

/** The report as a file, in pieces, in somebody's words, by the writers of the export (desk 25, 40). */
export async function* writeReportFile(
  report: TownReport,
  format: "xlsx" | "csv;",
  locale: Locale,
): AsyncGenerator<Uint8Array> {
  const t = getTranslator(locale);
  const words = createReportLabels(locale);
  const of = (year: string) => reportCounts.map((what) => `${t(`desk.report.columns.${what}`)} ${year}`);
  const headings = [
    t("desk.report.columns.part"),
    t("desk.report.columns.name"),
    t("desk.report.columns.places"),
    ...of(report.year.year),
    ...(report.before ? of(report.before.year) : []),
  ];
  const line = (part: string, name: string, { places, now, before }: Omit<ReportRow, "name">) => [
    part,
    name,
    places === undefined ? "" : String(places),
    ...reportCounts.map((what) => words.count(now[what])),
    ...(report.before ? reportCounts.map((what) => words.count(before[what])) : []),
  ];
  const rows = [
    ...reportParts.flatMap((part) =>
      report.parts[part].map((row) => line(t(`desk.report.parts.${part}`), words.name(part, row.name), row)),
    ),
    line(t("desk.report.total"), "", report.total),
  ];
  if (format === "xlsx") return yield* writeXlsx([{ name: "1", headings, batches: batch(rows) }]);
  yield new TextEncoder().encode(
    BYTE_ORDER_MARK + [headings, ...rows].map((cells) => toCsvRow(cells, ";")).join(""),
  );
}

async function* batch(rows: string[][]) {
  yield rows;
}
