"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { calendar } from "@/components/ui/icons/paths";
import { Menu } from "@/components/ui/menu";
import { splitPath } from "@/lib/i18n/locales";

type Year = { id: number; year: string };

type Props = { label: string; years: Year[]; byDefault: Year; on: string[] };

/** Links to the same page for other years; hidden on pages without a year. */
export function YearMenu({ label, years, byDefault, on }: Props) {
  const [pathname, wanted] = [usePathname(), useSearchParams().get("year")];
  if (years.length < 2 || !on.includes(splitPath(pathname).path)) return null;
  const shown = years.find(({ id }) => String(id) === wanted) ?? byDefault;
  return (
    <nav aria-label={label}>
      <Menu
        key={shown.id}
        icon={calendar}
        label={
          <>
            <span className="sr-only">{label}: </span>
            {shown.year}
          </>
        }
      >
        <ul>
          {years.map(({ id, year }) => (
            <li key={id}>
              <a
                href={`${pathname}?year=${id}`}
                aria-current={id === shown.id ? "true" : undefined}
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
