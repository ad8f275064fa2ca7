import type { Locale } from "@/lib/i18n/locales";
import { translatorOf } from "@/lib/i18n/translator";
import { BYTE_ORDER_MARK, csvLine } from "@/lib/platform/spreadsheet/csv";
import { xlsxFile } from "@/lib/platform/spreadsheet/xlsx";
import { reportWords } from "./report-words";
import { counted, type ReportRow, reportParts, type TownReport } from "./town-report";

/** The report as a file, in pieces, in somebody's words, by the writers of the export (desk 25, 40). */
export async function* reportFile(
  report: TownReport,
  format: "xlsx" | "csv;",
  locale: Locale,
): AsyncGenerator<Uint8Array> {
  const t = translatorOf(locale);
  const words = reportWords(locale);
  const of = (year: string) => counted.map((what) => `${t(`desk.report.columns.${what}`)} ${year}`);
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
    ...counted.map((what) => words.count(now[what])),
    ...(report.before ? counted.map((what) => words.count(before[what])) : []),
  ];
  const rows = [
    ...reportParts.flatMap((part) =>
      report.parts[part].map((row) => line(t(`desk.report.parts.${part}`), words.name(part, row.name), row)),
    ),
    line(t("desk.report.total"), "", report.total),
  ];
  if (format === "xlsx") return yield* xlsxFile([{ name: "1", headings, batches: batch(rows) }]);
  yield new TextEncoder().encode(
    BYTE_ORDER_MARK + [headings, ...rows].map((cells) => csvLine(cells, ";")).join(""),
  );
}

async function* batch(rows: string[][]) {
  yield rows;
}
