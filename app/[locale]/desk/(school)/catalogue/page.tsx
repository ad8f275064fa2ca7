import { useLocale, useTranslations } from "next-intl";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { DateStrip } from "@/app/[locale]/desk/(school)/catalogue/date-strip";
import { getRowAddress, pagedTables } from "@/app/[locale]/desk/(school)/catalogue/table-addresses";
import { DeskPage } from "@/components/desk/desk-page";
import { DownloadLink, LinkButton } from "@/components/site/link-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icons/icon";
import { plus } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import type { TableName } from "@/lib/catalogue/files/tables";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { countRows } from "@/lib/desk/catalogue/queries";
import { toLocalizedPath } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";

/** A school year: dates, catalogue and places (desk 26, 27). */
export default defineDeskPage(
  "change_settings",
  "desk.catalogue",
  async ({ t, actor, query: { year: requested, said } }) => {
    const [{ year }, { schoolYears }, today] = await Promise.all([
      getSelectedYear(requested),
      getCatalogueSnapshot(),
      getSchoolToday(),
    ]);
    const found = schoolYears.find(({ id }) => id === year?.id);
    const counts = found && (await countRows(actor, found.id));
    return (
      <DeskPage title={t("title")} caption={found?.year} flash={said}>
        {found && counts ? <YearSummary year={found} counts={counts} today={today} /> : <AddFirstYear />}
      </DeskPage>
    );
  },
);

type Props = { year: SchoolYear; counts: Record<TableName, number>; today: Day };

function YearSummary({ year, counts, today }: Props) {
  const t = useTranslations("desk.catalogue");
  const locale = useLocale();
  const { id } = year;
  const links = pagedTables.map((table) => ({
    href: `/desk/catalogue/${table}?year=${id}`,
    text: t(`tables.${table}`),
    count: counts[table],
  }));
  return (
    <>
      <Section
        id="dates"
        title={t("dates")}
        action={<Link href={getRowAddress("school_years", id, String(id))}>{t("changeDates")}</Link>}
      >
        <DateStrip year={year} today={today} />
      </Section>
      <Section id="parts" title={t("parts")}>
        <ul>
          {[...links, { href: `/desk/places?year=${id}`, text: t("places"), count: "" }].map((part) => (
            <li key={part.href} className="flex items-center justify-between border-b border-hairline">
              <Link href={part.href} className="inline-flex min-h-target items-center">
                {part.text}
              </Link>
              <span className="figures">{part.count}</span>
            </li>
          ))}
        </ul>
      </Section>
      <p className="flex flex-wrap gap-3">
        <LinkButton href={`/desk/catalogue/next?year=${id}`}>
          <Icon d={plus} />
          {t("next.begin", { year: year.year })}
        </LinkButton>
        <LinkButton href={getRowAddress("school_years", id)} variant="secondary">
          {t("new.school_years")}
        </LinkButton>
        <LinkButton href="/desk/catalogue/import" variant="secondary">
          {t("import.link")}
        </LinkButton>
        <DownloadLink href={toLocalizedPath(locale, `/desk/catalogue/file?year=${id}`)}>
          {t("download")}
        </DownloadLink>
      </p>
    </>
  );
}

/** Import a list, or start empty. */
function AddFirstYear() {
  const t = useTranslations("desk.catalogue");
  const add = (
    <p className="flex flex-wrap justify-center gap-3">
      <LinkButton href="/desk/catalogue/import">{t("import.link")}</LinkButton>
      <LinkButton href={getRowAddress("school_years", 0)} variant="secondary">
        {t("new.school_years")}
      </LinkButton>
    </p>
  );
  return <EmptyState action={add}>{t("noYears")}</EmptyState>;
}
