import { getLocale, getTranslations } from "next-intl/server";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { LinkButton } from "@/components/site/link-button";
import { Title } from "@/components/site/page";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { download, plus } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import type { Locale } from "@/lib/i18n/locales";
import { localizedPath } from "@/lib/i18n/paths";
import { listInYear } from "@/lib/office/choices";
import { listText, openIn, paneAddress } from "@/lib/office/enrollment-address";
import { exportAddress, type ListQuery, listAddress, readListQuery } from "@/lib/office/filters";
import { type ListPage, listEnrollments } from "@/lib/office/list";
import { unsealSearch } from "@/lib/office/search";
import { listViews } from "@/lib/office/views";
import { type Actor, may } from "@/lib/people/staff/rights";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { settings } from "@/lib/school/settings";
import { today } from "@/lib/school/today";
import { deskPage } from "../desk-page";
import { deskYear } from "../desk-year";
import { leaveFor } from "../session";
import { EnrollmentTable } from "./enrollment-table";
import { FilterForm } from "./filter-form";
import { FilterTags } from "./filter-tags";
import { KeysButton, KeysHelp } from "./keys-help";
import { Pager } from "./pager";
import { OpenBeside } from "./pane/open-beside";
import { Pane } from "./pane/pane";
import { PickRows } from "./pick-rows";
import { SavedViews } from "./saved-views";
import { StateTabs } from "./state-tabs";

export default deskPage("read", "desk.list", async ({ t, session, actor, query: parameters }) => {
  const asked = readListQuery(parameters);
  const { year } = await deskYear(undefined);
  const { query, choices } = await listInYear(actor, asked, year?.id);
  const open = openIn(parameters);
  if (Object.values(parameters).includes("") || listAddress(query) !== listAddress(asked))
    return leaveFor(open ? paneAddress(open, listText(query, query.place)) : listAddress(query, query.place));

  const words = query.search ? unsealSearch(query.search, session) : undefined;
  const [locale, page] = await Promise.all([
    getLocale(),
    query.search && !words ? undefined : listEnrollments(actor, query, words),
  ]);
  const title = page ? t("title", { count: page.total }) : t("foreignSearch");
  return (
    <DeskColumn>
      <title>{title}</title>
      {!open && <DeskSaid said={parameters.said} />}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 [&_h1]:mb-0">
        <Title>{title}</Title>
        <Ways query={query} session={session} />
      </div>
      <div className={open ? "with-pane" : undefined}>
        <div className="min-w-0">
          {page?.tabs && <StateTabs query={query} counts={page.tabs} />}
          <FilterForm
            query={query}
            choices={choices}
            action={localizedPath(locale as Locale, "/desk/enrollments")}
          />
          <FilterTags query={query} choices={choices} words={words} />
          {!page && <Notice>{t("foreignSearchText")}</Notice>}
          {page && page.rows.length === 0 && <EmptyState>{t("none")}</EmptyState>}
          {page && page.rows.length > 0 && <List {...{ query, page, actor, open }} />}
        </div>
        {open && (
          <Pane
            key={open}
            {...{ session, query }}
            reference={open}
            said={{ said: parameters.said, of: parameters.saidOf }}
          />
        )}
      </div>
      <OpenBeside />
      {session.shortcuts && <KeysHelp />}
    </DeskColumn>
  );
});

type WaysProps = { query: ListQuery; session: StaffSession };

/** What can be done with the list as a whole: kept under a name, taken out, added to. */
async function Ways({ query, session: { actor, shortcuts } }: WaysProps) {
  const [t, views] = await Promise.all([getTranslations("desk.list"), listViews(actor)]);
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <SavedViews views={views} list={listText({ ...query, search: undefined })} />
      {shortcuts && <KeysButton />}
      {may(actor, "export_list") && (
        <LinkButton href={exportAddress(query)} look="quiet">
          <Icon d={download} />
          {t("export")}
        </LinkButton>
      )}
      {may(actor, "enroll_on_paper") && (
        <LinkButton href="/desk/paper" look="secondary">
          <Icon d={plus} />
          {t("paper")}
        </LinkButton>
      )}
    </div>
  );
}

type ListProps = { query: ListQuery; page: ListPage; actor: Actor; open: string | undefined };

/** The rows, with boxes for whoever may work on many at once. */
async function List({ query, page, actor, open }: ListProps) {
  const { rows, total } = page;
  const pick = may(actor, "work_in_bulk");
  const table = (
    <EnrollmentTable
      rows={rows}
      filters={query.filters}
      timeZone={(await settings()).time_zone}
      today={await today()}
      turns={query.sort === "turn"}
      pick={pick}
      list={listText(query, query.place)}
      open={open}
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
    >
      {table}
    </PickRows>
  );
}
