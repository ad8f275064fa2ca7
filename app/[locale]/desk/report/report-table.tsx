import { useTranslations } from "next-intl";
import { DataTable, RowHead, TableCell, TableRow } from "@/components/ui/data-table";
import type { Locale } from "@/lib/i18n/locales";
import { reportWords } from "@/lib/office/report/report-words";
import { counted, type ReportPart, type ReportRow, type TownReport } from "@/lib/office/report/town-report";

type Props = { part: ReportPart; report: TownReport; locale: Locale };

/** One part of the report, both years side by side, with its sum. */
export function ReportTable({ part, report, locale }: Props) {
  const t = useTranslations("desk.report");
  const words = reportWords(locale);
  const { year, before, parts, total } = report;
  const heading = (what: (typeof counted)[number], of: string) => `${t(`columns.${what}`)} ${short(of)}`;
  const columns = [
    { key: "name", label: t(`columns.${part}`) },
    ...(part === "instrument" ? [{ key: "places", label: t("columns.places"), number: true }] : []),
    ...counted.map((what) => ({ key: what, label: heading(what, year.year), number: true })),
    ...(before
      ? counted.map((what) => ({ key: `before ${what}`, label: heading(what, before.year), number: true }))
      : []),
  ];
  const cells = ({ places, now, before: then }: Omit<ReportRow, "name">) => [
    ...(part === "instrument" ? [places === undefined ? "–" : String(places)] : []),
    ...counted.map((what) => words.count(now[what])),
    ...(before ? counted.map((what) => words.count(then[what])) : []),
  ];
  const rows = [
    ...parts[part].map((row) => ({ name: words.name(part, row.name), row })),
    { name: t("total"), row: total },
  ];
  return (
    <DataTable dense caption={t(`parts.${part}`)} columns={columns}>
      {rows.map(({ name, row }) => (
        <TableRow key={name}>
          <RowHead className="md:whitespace-nowrap">{name}</RowHead>
          {cells(row).map((cell, at) => (
            <TableCell key={columns[at + 1]?.key} number data-label={columns[at + 1]?.label}>
              {cell}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </DataTable>
  );
}

/** 2026/2027 as 26/27: six columns fit beside their names. */
const short = (year: string) => year.replace(/\d\d(\d\d)/g, "$1");
