"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type Locale, languageNames, locales, splitPath, toLocalizedPath } from "@/lib/i18n/locales";

/** The same page and query in the other languages. */
export function DeskLanguages({ label }: { label: string }) {
  const { locale: current, path } = splitPath(usePathname());
  const query = String(useSearchParams());
  const getAddress = (locale: Locale) => toLocalizedPath(locale, path) + (query ? `?${query}` : "");
  return (
    <nav aria-label={label}>
      <ul>
        {locales.map((locale) => (
          <li key={locale}>
            <a
              href={getAddress(locale)}
              hrefLang={locale}
              lang={locale}
              aria-current={locale === current ? "true" : undefined}
            >
              {languageNames[locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
