import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import { type ListQuery, listAddress, type Place } from "@/lib/office/filters";

type Props = { query: ListQuery; page: { next?: Place; previous?: Place } };

/** The pages before and after this one. */
export function Pager({ query, page: { next, previous } }: Props) {
  const t = useTranslations("desk.list");
  if (!next && !previous) return null;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap gap-3 print:hidden">
      {previous && (
        <Link href={listAddress(query, previous)} rel="prev" className={buttonClass("secondary")}>
          {t("previous")}
        </Link>
      )}
      {next && (
        <Link href={listAddress(query, next)} rel="next" className={buttonClass("secondary")}>
          {t("next")}
        </Link>
      )}
    </nav>
  );
}
