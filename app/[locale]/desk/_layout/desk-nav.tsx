"use client";

import Link from "next/link";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { Icon } from "@/components/ui/icons/icon";
import { splitPath, toLocalizedPath } from "@/lib/i18n/locales";
import type { NavItem } from "./nav-items";

export type NavRow = Pick<NavItem, "href" | "icon" | "ofYear" | "also"> & {
  text: string;
  /** The number of open tasks. */
  count?: { value: number; text: string };
};
export type NavGroup = { title: string | undefined; rows: NavRow[] };

type Props = { label: string; groups: NavGroup[]; countsYearId?: number; countsReadAt: number };

/** Marks the current page also after client navigation; counts belong to one year. */
export function DeskNav({ label, groups, countsYearId, countsReadAt }: Props) {
  const { locale, path } = splitPath(usePathname());
  useFreshCounts(path, countsReadAt);
  const year = useSearchParams().get("year");
  const yearQuery = year && /^\d+$/.test(year) ? `?year=${year}` : "";
  return (
    <nav aria-label={label} className="side-nav">
      {groups.map(({ title, rows }) => (
        <div key={title ?? ""}>
          {title && <p className="side-group">{title}</p>}
          <ul>
            {rows.map((row) => (
              <li key={row.href}>
                <Link
                  href={toLocalizedPath(locale, row.href) + (row.ofYear ? yearQuery : "")}
                  prefetch={false}
                  aria-current={path === row.href ? "page" : isWithin(path, row) ? "true" : undefined}
                >
                  <Icon d={row.icon} />
                  {row.text}
                  {row.count && (!yearQuery || year === String(countsYearId)) && <Count {...row.count} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const Count = ({ value, text }: NonNullable<NavRow["count"]>) => (
  <span className="ml-auto text-small font-normal text-muted figures">
    {value} <span className="sr-only">{text}</span>
  </span>
);

const MINUTE = 60_000;

/** Layouts survive client navigation: reloads counts that are older than a minute. */
function useFreshCounts(path: string, countsReadAt: number) {
  const router = useRouter();
  const visit = useRef({ path, countsReadAt, at: 0 });
  useEffect(() => {
    const last = visit.current;
    if (countsReadAt !== last.countsReadAt || last.at === 0)
      visit.current = { path, countsReadAt, at: Date.now() };
    else if (path !== last.path && Date.now() - last.at > MINUTE) router.refresh();
  }, [path, countsReadAt, router]);
}

/** The home page contains every path, but matches only itself. */
const isWithin = (path: string, { href, also = [] }: NavRow) =>
  [...(href === "/desk" ? [] : [href]), ...also].some((root) => path === root || path.startsWith(`${root}/`));
