import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { PageHeading } from "@/components/layout/page-column";
import { DownloadLink } from "@/components/site/link-button";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Section } from "@/components/ui/section";
import {
  createReportLabels,
  readTownReport,
  reportCounts,
  reportParts,
  type TownReport,
} from "@/lib/desk/report/queries";
import { type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { hasPermission } from "@/lib/people/staff/permissions";

type ReportRow = TownReport["parts"][ReportPart][number];

type ReportPart = keyof TownReport["parts"];

/** The yearly report to the municipality, without names (desk 40). */
export default defineYearPage("read", "desk.report", async ({ t, actor, year }) => {
  const isExact = hasPermission(actor, "set_places");
  const report = await readTownReport(actor, year.id, { exact: isExact });
  if (!report) return;
  const locale = await getLocale();
  const getFileHref = (format: string) =>
    toLocalizedPath(locale, `/desk/report/file?year=${report.year.id}&format=${format}`);
  return (
    <DeskPage title={t("title")} heading={null}>
      <div className="flex flex-wrap items-end justify-between gap-x-6">
        <div>
          <PageHeading caption={report.year.year}>{t("title")}</PageHeading>
        </div>
        <p className="mb-5 flex flex-wrap gap-2 print:hidden">
          {(["xlsx", "csv"] as const).map((format) => (
            <DownloadLink key={format} href={getFileHref(format)}>
              {t(`files.${format}`)}
            </DownloadLink>
          ))}
        </p>
      </div>
      <p className="mb-6 max-w-measure text-small text-muted">{t(isExact ? "leadExact" : "lead")}</p>
      {reportParts.map((part) => (
        <Section key={part} title={t(`parts.${part}`)}>
          {part !== "district" && <ReportChart {...{ part, report, locale }} />}
          <ReportTable {...{ part, report, locale }} />
          {part === "instrument" && report.hasUnknownFees && (
            <p className="mt-2 text-small text-muted">{t("unknownFees")}</p>
          )}
        </Section>
      ))}
    </DeskPage>
  );
});

type Props = { part: ReportPart; report: TownReport; locale: Locale };

/** Both years side by side, with totals. */
function ReportTable({ part, report, locale }: Props) {
  const t = useTranslations("desk.report");
  const labels = createReportLabels(locale);
  const { year, before, parts, total } = report;
  const columns = [
    { key: "name", label: t(`columns.${part}`) },
    ...(part === "instrument"
      ? (["places", "fees"] as const).map((key) => ({ key, label: t(`columns.${key}`), number: true }))
      : []),
    ...[year, ...(before ? [before] : [])].flatMap(({ year }) =>
      reportCounts.map((key) => ({
        key: `${key} ${year}`,
        label: `${t(`columns.${key}`)} ${short(year)}`,
        number: true,
      })),
    ),
  ];
  const listCells = ({ places, fees, now, before: previous }: Omit<ReportRow, "name">) => [
    ...(part === "instrument" ? [places ?? "–", labels.money(fees)] : []),
    ...reportCounts.map((key) => labels.count(now[key])),
    ...(before ? reportCounts.map((key) => labels.count(previous[key])) : []),
  ];
  const rows = [
    ...parts[part].map((row) => ({ name: labels.name(part, row.name), row })),
    { name: t("total"), row: total },
  ];
  return (
    <DataTable dense caption={t(`parts.${part}`)} columns={columns}>
      {rows.map(({ name, row }) => (
        <TableRow key={name}>
          <TableRowHeader className="md:whitespace-nowrap">{name}</TableRowHeader>
          {listCells(row).map((cell, index) => (
            <TableCell key={columns[index + 1]?.key} number data-label={columns[index + 1]?.label}>
              {cell}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </DataTable>
  );
}

/** "26/27", so that six columns fit. */
const short = (year: string) => year.replace(/\d\d(\d\d)/g, "$1");

type ReportChartProps = { part: ReportPart; report: TownReport; locale: Locale };

/** Requests, places and waiting lists as bars on one scale; hidden numbers have none. */
function ReportChart({ part, report, locale }: ReportChartProps) {
  const t = useTranslations("desk.report");
  const labels = createReportLabels(locale);
  const rows = report.parts[part].map((row) => ({
    name: labels.name(part, row.name),
    bars: listBars(part, row),
  }));
  const max = Math.max(1, ...rows.flatMap(({ bars }) => bars.map(({ count = 0 }) => count)));
  return (
    <ul className="mb-6 grid gap-x-10 gap-y-4 lg:grid-cols-2 print:grid-cols-2">
      {rows.map(({ name, bars }) => (
        <li key={name} className="break-inside-avoid">
          <p className="font-semibold">{name}</p>
          {bars.map(({ column, className, count }) => (
            <div key={column} className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-x-3 text-small">
              <svg className="seat-bar" aria-hidden="true">
                <rect className={className} width={`${((count ?? 0) / max) * 100}%`} height="100%" />
              </svg>
              <p>
                {t(`columns.${column}`)} <b className="figures">{labels.count(count)}</b>
              </p>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Instruments show the limit; age groups the assigned places. */
function listBars(part: ReportPart, { places, now }: ReportRow) {
  const placesBar = { column: "places" as const, className: "seat-told", count: places };
  const admittedBar = { column: "admitted" as const, className: "seat-told", count: now.admitted };
  return [
    { column: "asked" as const, className: "seat-decided", count: now.asked },
    ...(part === "instrument" ? (places === undefined ? [] : [placesBar]) : [admittedBar]),
    { column: "waiting" as const, className: "seat-waiting", count: now.waiting },
  ];
}
