import { getTranslations } from "next-intl/server";
import { ShortcutKey } from "@/components/desk/shortcut-key";
import { formatList, getEnrollmentUrl, getListUrl, getPaneUrl, parseList } from "@/lib/desk/list/filters";
import { getListPosition, hasNextInList } from "@/lib/desk/list/queries";
import { decryptSearch } from "@/lib/desk/search/sql";
import { Link } from "@/lib/i18n/navigation";
import type { StaffSession } from "@/lib/people/staff/sessions";

type Props = {
  list: string | undefined;
  position: Awaited<ReturnType<typeof getListNeighbours>>;
  /** Beside the list, where keys lead on and there is no way back. */
  inPane?: boolean;
};

const keys = { previous: "k", next: "j" } as const;

/** Back to the list, and to the previous and next enrollment. */
export async function ListNavigation({ list, position, inPane = false }: Props) {
  if (!list) return null;
  const query = parseList(list);
  const t = await getTranslations("desk.inList");
  const linkClass = inPane ? undefined : "inline-flex min-h-target items-center";
  const getHref = inPane ? getPaneUrl : getEnrollmentUrl;
  return (
    <nav
      aria-label={t("title")}
      className={
        inPane
          ? "flex grow flex-wrap gap-x-2"
          : "mb-5 flex flex-wrap items-center gap-x-5 border-b border-hairline pb-1 text-small print:hidden"
      }
    >
      {!inPane && (
        <Link href={getListUrl(query, query.cursor)} className={linkClass}>
          {t("back")}
        </Link>
      )}
      <span className="grow text-muted">
        {position && t(position.at ? "at" : "gone", { at: position.at ?? 0, total: position.total })}
      </span>
      {(["previous", "next"] as const).map((direction) => {
        const neighbour = position?.[direction];
        return (
          neighbour && (
            <Link
              key={direction}
              href={getHref(neighbour.reference, neighbour.list)}
              rel={direction === "next" ? "next" : "prev"}
              className={linkClass}
              replace={inPane}
              scroll={!inPane}
              data-key={inPane ? keys[direction] : undefined}
            >
              {t(direction)} {inPane && <ShortcutKey>{keys[direction]}</ShortcutKey>}
            </Link>
          )
        );
      })}
    </nav>
  );
}

type PositionInput = { session: StaffSession; reference: string; list: string | undefined };

/** Undefined without a list, or with a search of another session. */
export async function getListNeighbours({ session, reference, list }: PositionInput) {
  const opened = parseOpenList(session, list);
  if (!opened) return;
  const { query, text } = opened;
  const { total, position, next, previous } = await getListPosition(session.actor, reference, query, text);
  const toNeighbour = (neighbour: typeof next) =>
    neighbour && { reference: neighbour.reference, list: formatList(query, neighbour.cursor) };
  return { total, at: position, next: toNeighbour(next), previous: toNeighbour(previous) };
}

/** Like `getListNeighbours`, but without counting the position. */
export async function hasNextEnrollment({ session, reference, list }: PositionInput): Promise<boolean> {
  const opened = parseOpenList(session, list);
  return opened ? hasNextInList(session.actor, reference, opened.query, opened.text) : false;
}

function parseOpenList(session: StaffSession, list: string | undefined) {
  const query = parseList(list);
  const text = query.search ? decryptSearch(query.search, session) : undefined;
  return list && (!query.search || text) ? { query, text } : undefined;
}
