import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { DeskSearch } from "@/app/[locale]/desk/_layout/desk-layout";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { redirectTo } from "@/app/[locale]/desk/_lib/session";
import { FilterForm } from "@/app/[locale]/desk/(day)/enrollments/_filters/filter-form";
import { FilterTags, PrintedHeader } from "@/app/[locale]/desk/(day)/enrollments/_filters/filter-tags";
import { SavedViews } from "@/app/[locale]/desk/(day)/enrollments/_filters/saved-views";
import { EnrollmentPane } from "@/app/[locale]/desk/(day)/enrollments/_pane/enrollment-pane";
import { PaneOpener } from "@/app/[locale]/desk/(day)/enrollments/_pane/pane-opener";
import {
  ShortcutHelp,
  ShortcutHelpButton,
} from "@/app/[locale]/desk/(day)/enrollments/_shortcuts/shortcut-help";
import { EnrollmentTable } from "@/app/[locale]/desk/(day)/enrollments/_table/enrollment-table";
import { RowSelectionForm } from "@/app/[locale]/desk/(day)/enrollments/_table/row-selection-form";
import { DeskFlashMessage } from "@/components/desk/desk-flash-message";
import { DeskPage } from "@/components/desk/desk-page";
import { PageHeading } from "@/components/layout/page-column";
import { LinkButton } from "@/components/site/link-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icons/icon";
import { download, plus } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import {
  formatList,
  getExportUrl,
  getListUrl,
  getOpenReference,
  getPaneUrl,
  type ListCursor,
  type ListQuery,
  parseListQuery,
} from "@/lib/desk/list/filters";
import { listInYear, listSavedViews, readListPage } from "@/lib/desk/list/queries";
import { getTab, tabs, toTabFilters } from "@/lib/desk/list/sql";
import { decryptSearch } from "@/lib/desk/search/sql";
import { toLocalizedPath } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

type ListPage = Awaited<ReturnType<typeof readListPage>>;

export default defineDeskPage("read", "desk.list", async ({ t, session, actor, query: parameters }) => {
  const requested = parseListQuery(parameters);
  const { year } = await getSelectedYear(undefined);
  const { query, choices: options } = await listInYear(actor, requested, year?.id);
  const open = getOpenReference(parameters);
  if (Object.values(parameters).includes("") || getListUrl(query) !== getListUrl(requested))
    return redirectTo(
      open ? getPaneUrl(open, formatList(query, query.cursor)) : getListUrl(query, query.cursor),
    );

  const words = query.search ? decryptSearch(query.search, session) : undefined;
  const [locale, page] = await Promise.all([
    getLocale(),
    query.search && !words ? undefined : readListPage(actor, query, words),
  ]);
  const title = page ? t("title", { count: page.total }) : t("foreignSearch");
  return (
    <DeskPage title={title} heading={null}>
      {!open && <DeskFlashMessage code={parameters.said} />}
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-lg:pt-4 lg:flex-nowrap max-sm:[&_search]:basis-full print:[&_search]:hidden [&_h1]:mb-0 [&_h1]:text-[length:var(--fs-heading)] [&_h1]:whitespace-nowrap">
        <PageHeading>{title}</PageHeading>
        <DeskSearch search={words} />
        <ListActions query={query} session={session} />
      </div>
      <div className={open ? "with-pane" : undefined}>
        <div className="min-w-0">
          {page?.tabs && <StateTabs query={query} counts={page.tabs} />}
          <FilterForm query={query} options={options} action={toLocalizedPath(locale, "/desk/enrollments")} />
          <FilterTags query={query} options={options} words={words} />
          <PrintedHeader
            {...{ query, options, words }}
            school={(await getSettings()).school_name}
            today={await getSchoolToday()}
          />
          {!page && <Notice>{t("foreignSearchText")}</Notice>}
          {page && page.rows.length === 0 && <EmptyState>{t("none")}</EmptyState>}
          {page && page.rows.length > 0 && <List {...{ query, page, actor, open }} />}
        </div>
        {open && (
          <EnrollmentPane
            key={open}
            {...{ session, query }}
            reference={open}
            flash={{ code: parameters.said, reference: parameters.saidOf }}
          />
        )}
      </div>
      <PaneOpener />
      {session.shortcuts && <ShortcutHelp />}
    </DeskPage>
  );
});

type ListActionsProps = { query: ListQuery; session: StaffSession };

/** Actions on the whole list: save, export, add. */
async function ListActions({ query, session: { actor, shortcuts } }: ListActionsProps) {
  const [t, views] = await Promise.all([getTranslations("desk.list"), listSavedViews(actor)]);
  return (
    <div className="flex flex-wrap items-center gap-2 lg:shrink-0 print:hidden">
      <SavedViews views={views} list={formatList({ ...query, search: undefined })} />
      {shortcuts && <ShortcutHelpButton />}
      {hasPermission(actor, "export_list") && (
        <LinkButton href={getExportUrl(query)} variant="quiet">
          <Icon d={download} />
          {t("export")}
        </LinkButton>
      )}
      {hasPermission(actor, "enroll_on_paper") && (
        <LinkButton href="/desk/paper" variant="secondary">
          <Icon d={plus} />
          {t("paper")}
        </LinkButton>
      )}
    </div>
  );
}

type ListProps = { query: ListQuery; page: ListPage; actor: Actor; open: string | undefined };

/** With checkboxes for those who may start bulk actions. */
async function List({ query, page, actor, open }: ListProps) {
  const { rows, total } = page;
  const canSelect = hasPermission(actor, "work_in_bulk");
  const table = (
    <EnrollmentTable
      rows={rows}
      filters={query.filters}
      today={await getSchoolToday()}
      hasTurns={query.sort === "turn"}
      canSelect={canSelect}
      list={formatList(query, query.cursor)}
      open={open}
      isSearch={query.search !== undefined}
    />
  );
  if (!canSelect)
    return (
      <>
        {table}
        <ListPagination query={query} page={page} />
      </>
    );
  return (
    <RowSelectionForm
      key={formatList(query, query.cursor)}
      list={formatList(query)}
      total={total}
      references={rows.map(({ reference }) => reference)}
      page={page}
    >
      {table}
    </RowSelectionForm>
  );
}

type Props = { query: ListQuery; page: { next?: ListCursor; previous?: ListCursor } };

function ListPagination({ query, page: { next, previous } }: Props) {
  const t = useTranslations("desk.list");
  if (!next && !previous) return null;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap gap-3 print:hidden">
      {previous && (
        <LinkButton href={getListUrl(query, previous)} rel="prev" variant="secondary">
          {t("previous")}
        </LinkButton>
      )}
      {next && (
        <LinkButton href={getListUrl(query, next)} rel="next" variant="secondary">
          {t("next")}
        </LinkButton>
      )}
    </nav>
  );
}

type StateTabsProps = { query: ListQuery; counts: NonNullable<ListPage["tabs"]> };

/** Tabs by state, with counts under the other filters. */
function StateTabs({ query, counts }: StateTabsProps) {
  const t = useTranslations("desk.list");
  const current = getTab(query.filters);
  return (
    <nav aria-label={t("filters.state")} className="tabs mb-1.5 print:hidden [.with-pane_&]:gap-2">
      {tabs.map((tab) => (
        <Link
          key={tab}
          href={getListUrl({ filters: toTabFilters(tab, query.filters), sort: query.sort })}
          aria-current={tab === current ? "page" : undefined}
        >
          {t(`tabs.${tab}`)} <span className="text-muted figures">{counts[tab]}</span>
        </Link>
      ))}
    </nav>
  );
}
