"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { calendar } from "@/components/ui/icons/paths";
import { Menu } from "@/components/ui/menu";
import { splitPath } from "@/lib/i18n/locales";

type Year = { id: number; year: string };

type Props = { label: string; years: Year[]; selected: Year; paths: string[] };

/** Links to the same page for other years; hidden on pages without a year. */
export function YearMenu({ label, years, selected, paths }: Props) {
  const [pathname, requested] = [usePathname(), useSearchParams().get("year")];
  if (years.length < 2 || !paths.includes(splitPath(pathname).path)) return null;
  const current = years.find(({ id }) => String(id) === requested) ?? selected;
  return (
    <nav aria-label={label} className="md:-my-1">
      <Menu
        key={current.id}
        icon={calendar}
        label={
          <>
            <span className="sr-only">{label}: </span>
            {current.year}
          </>
        }
      >
        <ul>
          {years.map(({ id, year }) => (
            <li key={id}>
              <a
                href={`${pathname}?year=${id}`}
                aria-current={id === current.id ? "true" : undefined}
                className="menu-item"
              >
                {year}
              </a>
            </li>
          ))}
        </ul>
      </Menu>
    </nav>
  );
}
