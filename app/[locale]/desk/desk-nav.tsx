"use client";

import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { Icon } from "@/components/ui/icon";
import { localizedPath, splitPath } from "@/lib/i18n/paths";
import type { DeskPage } from "./desk-pages";

export type NavRow = Pick<DeskPage, "href" | "icon" | "ofYear" | "also"> & { words: string };
export type NavGroup = { title?: string; rows: NavRow[] };

/** The desk's pages, the current one marked also where it came without a load. */
export function DeskNav({ label, groups }: { label: string; groups: NavGroup[] }) {
  const { locale, path } = splitPath(usePathname());
  const year = useSearchParams().get("year");
  const ofYear = year && /^\d+$/.test(year) ? `?year=${year}` : "";
  return (
    <nav aria-label={label} className="side-nav">
      {groups.map(({ title, rows }) => (
        <div key={title ?? ""}>
          {title && <p className="side-group">{title}</p>}
          <ul>
            {rows.map((row) => (
              <li key={row.href}>
                <Link
                  href={localizedPath(locale, row.href) + (row.ofYear ? ofYear : "")}
                  prefetch={false}
                  aria-current={path === row.href ? "page" : isWithin(path, row) ? "true" : undefined}
                >
                  <Icon d={row.icon} />
                  {row.words}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The desk's first page has all others beneath its address, and none of them. */
const isWithin = (path: string, { href, also = [] }: NavRow) =>
  [...(href === "/desk" ? [] : [href]), ...also].some((one) => path === one || path.startsWith(`${one}/`));
