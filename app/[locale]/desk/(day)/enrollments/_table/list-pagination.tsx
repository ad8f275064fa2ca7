import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/site/link-button";
import { getListUrl, type ListCursor, type ListQuery } from "@/lib/desk/list/filters";

type Props = { query: ListQuery; page: { next?: ListCursor; previous?: ListCursor } };

export function ListPagination({ query, page: { next, previous } }: Props) {
  const t = useTranslations("desk.list");
  if (!next && !previous) return null;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap gap-3 print:hidden">
      {previous && (
        <LinkButton href={getListUrl(query, previous)} rel="prev" look="secondary">
          {t("previous")}
        </LinkButton>
      )}
      {next && (
        <LinkButton href={getListUrl(query, next)} rel="next" look="secondary">
          {t("next")}
        </LinkButton>
      )}
    </nav>
  );
}
