import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { chevronLeft, chevronRight } from "@/components/ui/icons";
import { Link } from "@/lib/i18n/navigation";

export const ON_A_PAGE = 100;

/** The page of a long list that an address asks for, from 1; the first where there is no such page. */
export function pageIn(count: number, asked: number): { page: number; from: number } {
  const pages = Math.ceil(count / ON_A_PAGE);
  const page = Number.isInteger(asked) && asked >= 1 && asked <= pages ? asked : 1;
  return { page, from: (page - 1) * ON_A_PAGE };
}

type Props = { page: number; count: number; to: (page: number) => string };

/** What of a round's long list is shown, and the pages before and after it. */
export async function Pager({ page, count, to }: Props) {
  const t = await getTranslations("round.pages");
  const last = Math.min(page * ON_A_PAGE, count);
  return (
    <nav aria-label={t("title")} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <span className="text-small text-muted">
        {t("shown", { from: (page - 1) * ON_A_PAGE + 1, to: last, count })}
      </span>
      <span className="flex gap-3">
        {page > 1 && (
          <Link href={to(page - 1)} prefetch={false} className={buttonClass("secondary")}>
            <Icon d={chevronLeft} />
            {t("before")}
          </Link>
        )}
        {last < count && (
          <Link href={to(page + 1)} prefetch={false} className={buttonClass("secondary")}>
            {t("next")}
            <Icon d={chevronRight} />
          </Link>
        )}
      </span>
    </nav>
  );
}
