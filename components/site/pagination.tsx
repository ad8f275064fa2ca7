import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/site/link-button";
import { Icon } from "@/components/ui/icons/icon";
import { chevronLeft, chevronRight } from "@/components/ui/icons/paths";

export const PAGE_SIZE = 100;

/** The requested page, from 1; the first if it does not exist. */
export function getPage(count: number, requested: number): { page: number; from: number } {
  const pages = Math.ceil(count / PAGE_SIZE);
  const page = Number.isInteger(requested) && requested >= 1 && requested <= pages ? requested : 1;
  return { page, from: (page - 1) * PAGE_SIZE };
}

type Props = { page: number; count: number; getHref: (page: number) => string };

export async function Pagination({ page, count, getHref }: Props) {
  const t = await getTranslations("round.pages");
  const last = Math.min(page * PAGE_SIZE, count);
  return (
    <nav aria-label={t("title")} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <span className="text-small text-muted">
        {t("shown", { from: (page - 1) * PAGE_SIZE + 1, to: last, count })}
      </span>
      <span className="flex gap-3">
        {page > 1 && (
          <LinkButton href={getHref(page - 1)} prefetch={false} variant="secondary">
            <Icon d={chevronLeft} />
            {t("before")}
          </LinkButton>
        )}
        {last < count && (
          <LinkButton href={getHref(page + 1)} prefetch={false} variant="secondary">
            {t("next")}
            <Icon d={chevronRight} />
          </LinkButton>
        )}
      </span>
    </nav>
  );
}
