import { getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { download } from "@/components/ui/icons";
import { Sheet } from "@/components/ui/section";
import type { Locale } from "@/lib/i18n/locales";
import { localizedPath } from "@/lib/i18n/paths";
import { reportParts, townReport } from "@/lib/office/report/town-report";
import { deskYear } from "../desk-year";
import { NoYear } from "../no-year";
import { requireStaff } from "../session";
import { ReportTable } from "./report-table";

/** What the town hall is told of a year, without names (desk 40). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/report">) {
  const { actor } = await requireStaff();
  const { year: wanted } = await searchParams;
  const { year } = await deskYear(wanted);
  const report = year && (await townReport(actor, year.id));
  if (!report) return <NoYear />;
  const [t, locale] = [await getTranslations("desk.report"), (await getLocale()) as Locale];
  const file = (format: string) =>
    localizedPath(locale, `/desk/report/file?year=${report.year.id}&format=${format}`);
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6">
        <div>
          <Title caption={report.year.year}>{t("title")}</Title>
        </div>
        <p className="mb-5 flex flex-wrap gap-2 print:hidden">
          {(["xlsx", "csv"] as const).map((format) => (
            <a key={format} href={file(format)} className={buttonClass("secondary")}>
              <Icon d={download} />
              {t(`files.${format}`)}
            </a>
          ))}
        </p>
      </div>
      <p className="mb-6 max-w-measure text-small text-muted">{t("lead")}</p>
      {reportParts.map((part) => (
        <Sheet key={part} title={t(`parts.${part}`)}>
          <ReportTable {...{ part, report, locale }} />
        </Sheet>
      ))}
    </DeskColumn>
  );
});
