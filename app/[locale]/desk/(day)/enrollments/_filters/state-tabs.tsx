import { useTranslations } from "next-intl";
import { getListUrl, type ListQuery } from "@/lib/desk/list/filters";
import { getTab, type TabCounts, tabs, toTabFilters } from "@/lib/desk/list/sql";
import { Link } from "@/lib/i18n/navigation";

type Props = { query: ListQuery; counts: TabCounts };

/** Tabs by state, with counts under the other filters. */
export function StateTabs({ query, counts }: Props) {
  const t = useTranslations("desk.list");
  const here = getTab(query.filters);
  return (
    <nav aria-label={t("filters.state")} className="tabs mb-1.5 print:hidden [.with-pane_&]:gap-2">
      {tabs.map((tab) => (
        <Link
          key={tab}
          href={getListUrl({ filters: toTabFilters(tab, query.filters), sort: query.sort })}
          aria-current={tab === here ? "page" : undefined}
        >
          {t(`tabs.${tab}`)} <span className="text-muted figures">{counts[tab]}</span>
        </Link>
      ))}
    </nav>
  );
}
