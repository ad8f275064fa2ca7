import { useTranslations } from "next-intl";
import {
  createReportLabels,
  type ReportPart,
  type ReportRow,
  type TownReport,
} from "@/lib/desk/report/queries";
import type { Locale } from "@/lib/i18n/locales";

type Props = { part: ReportPart; report: TownReport; locale: Locale };

/** Requests, places and waiting lists as bars on one scale; hidden numbers have none. */
export function ReportChart({ part, report, locale }: Props) {
  const t = useTranslations("desk.report");
  const words = createReportLabels(locale);
  const rows = report.parts[part].map((row) => ({
    name: words.name(part, row.name),
    bars: listBars(part, row),
  }));
  const most = Math.max(1, ...rows.flatMap(({ bars }) => bars.map(({ count = 0 }) => count)));
  return (
    <ul className="mb-6 grid gap-x-10 gap-y-4 lg:grid-cols-2 print:grid-cols-2">
      {rows.map(({ name, bars }) => (
        <li key={name} className="break-inside-avoid">
          <p className="font-semibold">{name}</p>
          {bars.map(({ what, look, count }) => (
            <div key={what} className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-x-3 text-small">
              <svg className="seat-bar" aria-hidden="true">
                <rect className={look} width={`${((count ?? 0) / most) * 100}%`} height="100%" />
              </svg>
              <p>
                <b className="figures">{words.count(count)}</b> {t(`columns.${what}`)}
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
  const given =
    part === "instrument"
      ? { what: "places" as const, count: places }
      : { what: "admitted" as const, count: now.admitted };
  const bars = [
    { what: "asked" as const, look: "seat-decided", count: now.asked },
    { ...given, look: "seat-told" },
    { what: "waiting" as const, look: "seat-waiting", count: now.waiting },
  ];
  return part === "instrument" && places === undefined ? bars.filter(({ what }) => what !== "places") : bars;
}
