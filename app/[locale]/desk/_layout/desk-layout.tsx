import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PostForm } from "@/components/forms/post-form";
import { Main } from "@/components/layout/html-document";
import { SchoolName } from "@/components/layout/school-name";
import { Icon } from "@/components/ui/icons/icon";
import { logOut, menu } from "@/components/ui/icons/paths";
import { countTabs, type Tab } from "@/lib/desk/list/sql";
import { Link } from "@/lib/i18n/navigation";
import { hasPermission } from "@/lib/people/staff/permissions";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import type { SchoolContact } from "@/lib/school/queries";
import { getFormTexts } from "../_lib/desk-form";
import { getSelectedYear } from "../_lib/selected-year";
import { ShortcutListener } from "../(day)/enrollments/_shortcuts/shortcut-listener";
import { signOutAction } from "../(sign-in)/sign-in/actions";
import { DeskLanguages } from "./desk-languages";
import { DeskNav } from "./desk-nav";
import { type NavGroupName, navGroups, navItems } from "./nav-items";
import { searchAction } from "./search-action";
import { DeskTools, SearchBox } from "./search-box";
import { YearMenu } from "./year-menu";

type Actor = StaffSession["actor"];

type Props = { school: SchoolContact; session: StaffSession; children: ReactNode };

/** Navigation at the side, or in a menu on a phone, and search. */
export async function DeskLayout({ school, session, children }: Props) {
  return (
    <div className="desk-shell" data-dense="">
      <header className="side" data-frame="">
        <Link href="/desk" className="school-name">
          <SchoolName school={school} />
        </Link>
        <DeskMenu actor={session.actor} />
      </header>
      <div className="min-w-0">
        <SearchAndYear />
        <Main>{children}</Main>
        {session.shortcuts && <ShortcutListener />}
      </div>
    </div>
  );
}

/** One menu for all widths; always open on wide screens. */
async function DeskMenu({ actor }: { actor: Actor }) {
  const [t, site, list, { year }] = await Promise.all([
    getTranslations("desk.bar"),
    getTranslations("site"),
    getTranslations("desk.list"),
    getSelectedYear(undefined),
  ]);
  const waiting = year && (await countTabs({ year: year.id }).catch(ignoreUnavailable));
  const getCount = (tab: Tab) => waiting?.[tab] && { value: waiting[tab], text: list(`tabs.${tab}`) };
  const listRows = (groupName: NavGroupName) =>
    navItems
      .filter(({ right, group }) => group === groupName && hasPermission(actor, right))
      .map(({ name, right, group, ...row }) => ({
        ...row,
        text: t(`pages.${name}`),
        count: ("counts" in row && getCount(row.counts)) || undefined,
      }));
  return (
    <details className="menu side-menu" name="menu">
      <summary>
        <Icon d={menu} />
        {t("menu")}
      </summary>
      <div>
        <DeskNav
          label={t("nav")}
          countsYearId={year?.id}
          countsReadAt={Date.now()}
          groups={navGroups
            .map((group) => ({
              title: group === "day" ? undefined : t(`groups.${group}`),
              rows: listRows(group),
            }))
            .filter(({ rows }) => rows.length > 0)}
        />
        <div className="side-own">
          <MemberLink actor={actor} role={t(`roles.${actor.role}`)} me={t("me")} />
          <PostForm action={signOutAction}>
            <button type="submit" className="menu-item" title={t("signOut")}>
              <Icon d={logOut} />
              <span className="lg:sr-only">{t("signOut")}</span>
            </button>
          </PostForm>
          <DeskLanguages label={site("language")} />
        </div>
      </div>
    </details>
  );
}

/** The page itself says that the database is unavailable. */
function ignoreUnavailable(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error;
}

function MemberLink({ actor, role, me }: { actor: Actor; role: string; me: string }) {
  return (
    <Link href="/desk/me" className="menu-item">
      <span
        className="grid size-8 flex-none place-items-center rounded-full bg-tint text-[0.8125rem] font-[650] text-accent"
        aria-hidden="true"
      >
        {initials(actor.name)}
      </span>
      <span className="min-w-0">
        <bdi className="block truncate">{actor.name}</bdi>
        <span className="block text-fine font-normal text-muted">{role}</span>
        <span className="sr-only">: {me}</span>
      </span>
    </Link>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word = "") => [...word][0] ?? "").join("");
}

async function SearchAndYear() {
  const [t, { years, year }] = await Promise.all([getTranslations("desk.bar"), getSelectedYear(undefined)]);
  return (
    <DeskTools>
      <DeskSearch />
      {year && (
        <YearMenu
          label={t("year")}
          years={years}
          selected={year}
          paths={navItems.flatMap((page) =>
            "ofYear" in page && !("choosesYear" in page)
              ? [page.href, ...("also" in page ? page.also : [])]
              : [],
          )}
        />
      )}
    </DeskTools>
  );
}

/** @param search the search whose results are shown */
export async function DeskSearch({ search }: { search?: string }) {
  const [t, texts] = await Promise.all([getTranslations("desk.bar"), getFormTexts()]);
  return (
    <SearchBox
      action={searchAction}
      texts={texts}
      labels={{ label: t("search"), hint: t("searchHint"), find: t("find") }}
      search={search}
    />
  );
}
