import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/site/link-button";
import { type ListQuery, listAddress, type Place } from "@/lib/office/filters";

type Props = { query: ListQuery; page: { next?: Place; previous?: Place } };

/** The pages before and after this one. */
export function Pager({ query, page: { next, previous } }: Props) {
  const t = useTranslations("desk.list");
  if (!next && !previous) return null;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap gap-3 print:hidden">
      {previous && (
        <LinkButton href={listAddress(query, previous)} rel="prev" look="secondary">
          {t("previous")}
        </LinkButton>
      )}
      {next && (
        <LinkButton href={listAddress(query, next)} rel="next" look="secondary">
          {t("next")}
        </LinkButton>
      )}
    </nav>
  );
}
