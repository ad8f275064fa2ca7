import { getTranslations } from "next-intl/server";
import { Link } from "@/lib/i18n/navigation";
import { enrollmentAddress, listText, readListText } from "@/lib/office/enrollment-address";
import { listAddress } from "@/lib/office/filters";
import { placeInList } from "@/lib/office/in-list";
import { unsealSearch } from "@/lib/office/search";
import type { StaffSession } from "@/lib/people/staff/sessions";

type Props = { session: StaffSession; reference: string; list: string | undefined };

/** The way back to the list that an enrollment was opened from, and to those beside it there. */
export async function WithinList({ session, reference, list }: Props) {
  const query = readListText(list);
  if (!query) return null;
  const [t, within] = await Promise.all([
    getTranslations("desk.inList"),
    neighbours({ session, reference, list }),
  ]);
  const way = "inline-flex min-h-target items-center";
  return (
    <nav
      aria-label={t("title")}
      className="mb-5 flex flex-wrap items-center gap-x-5 border-b border-hairline pb-1 text-small print:hidden"
    >
      <Link href={listAddress(query, query.place)} className={way}>
        {t("back")}
      </Link>
      {within && (
        <>
          <span className="grow text-muted">
            {within.at ? t("at", { at: within.at, total: within.total }) : t("gone", { total: within.total })}
          </span>
          <span className="flex gap-x-5">
            {within.previous && (
              <Link
                href={enrollmentAddress(within.previous.reference, within.previous.list)}
                rel="prev"
                className={way}
              >
                {t("previous")}
              </Link>
            )}
            {within.next && (
              <Link
                href={enrollmentAddress(within.next.reference, within.next.list)}
                rel="next"
                className={`${way} font-semibold`}
              >
                {t("next")}
              </Link>
            )}
          </span>
        </>
      )}
    </nav>
  );
}

/** Where it is in its list, with its neighbours; undefined without a list or with another session's search. */
export async function neighbours({ session, reference, list }: Props) {
  const query = readListText(list);
  const words = query?.search ? unsealSearch(query.search, session) : undefined;
  if (!query || (query.search && !words)) return;
  const { total, at, next, previous } = await placeInList(session.actor, reference, query, words);
  const beside = (one: typeof next) => one && { reference: one.reference, list: listText(query, one.place) };
  return { total, at, next: beside(next), previous: beside(previous) };
}
