import { getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { Notice } from "@/components/ui/notice";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { localizedPath } from "@/lib/i18n/paths";
import { filterChoices } from "@/lib/office/choices";
import { listText } from "@/lib/office/enrollment-address";
import { exportAddress, isNarrowed, type ListQuery, listAddress, readListQuery } from "@/lib/office/filters";
import { type ListPage, listEnrollments } from "@/lib/office/list";
import { unsealSearch } from "@/lib/office/search";
import { type Actor, may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { formWords } from "../form-words";
import { leaveFor, requireStaff } from "../session";
import { selectAction } from "./actions";
import { EnrollmentTable } from "./enrollment-table";
import { FilterForm } from "./filter-form";
import { FilterTags } from "./filter-tags";
import { Pager } from "./pager";
import { PickRows } from "./pick-rows";

export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/enrollments">) {
  const session = await requireStaff();
  const parameters = await searchParams;
  const query = readListQuery(parameters);
  if (Object.values(parameters).includes("")) return leaveFor(listAddress(query));

  const { actor } = session;
  const words = query.search ? unsealSearch(query.search, session) : undefined;
  const [t, locale, { time_zone }, choices, page] = await Promise.all([
    getTranslations("desk.list"),
    getLocale(),
    settings(),
    filterChoices(actor, query.filters.year),
    query.search && !words ? undefined : listEnrollments(actor, query, words),
  ]);
  const title = page ? t("title", { count: page.total }) : t("foreignSearch");
  return (
    <DeskColumn>
      <title>{title}</title>
      <Title>{title}</Title>
      {may(actor, "enroll_on_paper") && (
        <p className="mb-4 text-small print:hidden">
          <Link href="/desk/paper" prefetch={false} className="inline-flex min-h-target items-center">
            {t("paper")}
          </Link>
        </p>
      )}
      <FilterForm
        query={query}
        choices={choices}
        action={localizedPath(locale as Locale, "/desk/enrollments")}
      />
      <FilterTags query={query} choices={choices} words={words} />
      {!page && <Notice>{t("foreignSearchText")}</Notice>}
      {page && page.rows.length === 0 && <p className="max-w-measure">{t("none")}</p>}
      {page && page.rows.length > 0 && (
        <>
          <List query={query} page={page} timeZone={time_zone} actor={actor} />
          {may(actor, "export_list") && (
            <p className="mt-6 max-w-measure text-small print:hidden">
              {isNarrowed(query.filters, words) || may(actor, "export_everybody") ? (
                <Link
                  href={exportAddress(query)}
                  prefetch={false}
                  className="inline-flex min-h-target items-center"
                >
                  {t("export")}
                </Link>
              ) : (
                t("exportNarrowed")
              )}
            </p>
          )}
        </>
      )}
    </DeskColumn>
  );
});

type ListProps = { query: ListQuery; page: ListPage; timeZone: string; actor: Actor };

/** The rows, with boxes for whoever may work on many at once. */
async function List({ query, page, timeZone, actor }: ListProps) {
  const { rows, total } = page;
  const pick = may(actor, "work_in_bulk");
  const table = (
    <EnrollmentTable
      rows={rows}
      timeZone={timeZone}
      turns={query.sort === "turn"}
      pick={pick}
      list={listText(query, query.place)}
    />
  );
  if (!pick)
    return (
      <>
        {table}
        <Pager query={query} page={page} />
      </>
    );
  return (
    <PickRows
      key={listText(query, query.place)}
      list={listText(query)}
      total={total}
      shown={rows.map(({ reference }) => reference)}
      page={page}
      action={selectAction}
      words={await formWords()}
    >
      {table}
    </PickRows>
  );
}
