import { getTranslations } from "next-intl/server";
import { ShortcutKey } from "@/components/desk/shortcut-key";
import { formatList, getEnrollmentUrl, getListUrl, getPaneUrl, parseList } from "@/lib/desk/list/filters";
import { getListPosition, hasNextInList } from "@/lib/desk/list/queries";
import { decryptSearch } from "@/lib/desk/search/sql";
import { Link } from "@/lib/i18n/navigation";
import type { StaffSession } from "@/lib/people/staff/sessions";

type Props = {
  list: string | undefined;
  within: Awaited<ReturnType<typeof getListNeighbours>>;
  /** Beside the list, where keys lead on and there is no way back. */
  beside?: boolean;
};

const keys = { previous: "k", next: "j" } as const;

/** Back to the list, and to the previous and next enrollment. */
export async function ListNavigation({ list, within, beside = false }: Props) {
  const query = parseList(list);
  if (!query) return null;
  const t = await getTranslations("desk.inList");
  const way = beside ? undefined : "inline-flex min-h-target items-center";
  const hrefOf = beside ? getPaneUrl : getEnrollmentUrl;
  return (
    <nav
      aria-label={t("title")}
      className={
        beside
          ? "flex grow flex-wrap gap-x-2"
          : "mb-5 flex flex-wrap items-center gap-x-5 border-b border-hairline pb-1 text-small print:hidden"
      }
    >
      {!beside && (
        <Link href={getListUrl(query, query.place)} className={way}>
          {t("back")}
        </Link>
      )}
      <span className="grow text-muted">
        {within &&
          (within.at ? t("at", { at: within.at, total: within.total }) : t("gone", { total: within.total }))}
      </span>
      {(["previous", "next"] as const).map((where) => {
        const one = within?.[where];
        return (
          one && (
            <Link
              key={where}
              href={hrefOf(one.reference, one.list)}
              rel={where === "next" ? "next" : "prev"}
              className={way}
              replace={beside}
              scroll={!beside}
              data-key={beside ? keys[where] : undefined}
            >
              {t(where)} {beside && <ShortcutKey>{keys[where]}</ShortcutKey>}
            </Link>
          )
        );
      })}
    </nav>
  );
}

type Within = { session: StaffSession; reference: string; list: string | undefined };

/** Undefined without a list, or with a search of another session. */
export async function getListNeighbours({ session, reference, list }: Within) {
  const asked = listOf(session, list);
  if (!asked) return;
  const { query, text } = asked;
  const { total, position, next, previous } = await getListPosition(session.actor, reference, query, text);
  const beside = (one: typeof next) =>
    one && { reference: one.reference, list: formatList(query, one.place) };
  return { total, at: position, next: beside(next), previous: beside(previous) };
}

/** Like `getListNeighbours`, but without counting the position. */
export async function hasNextEnrollment({ session, reference, list }: Within): Promise<boolean> {
  const asked = listOf(session, list);
  return asked ? hasNextInList(session.actor, reference, asked.query, asked.text) : false;
}

function listOf(session: StaffSession, list: string | undefined) {
  const query = parseList(list);
  const text = query?.search ? decryptSearch(query.search, session) : undefined;
  return query && (!query.search || text) ? { query, text } : undefined;
}
