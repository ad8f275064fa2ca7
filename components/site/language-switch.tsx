"use client";

import { usePathname } from "next/navigation";
import { locales } from "@/lib/i18n/locales";
import { localizedPath, splitPath } from "@/lib/i18n/paths";

const names = { es: "Español", ca: "Català", en: "English" };

/** The same page in the other languages; a plain link, so that the whole page changes its language. */
export function LanguageSwitch({ label }: { label: string }) {
  const { locale: current, path } = splitPath(usePathname());
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="-mx-2 flex flex-wrap">
        {locales.map((locale) => (
          <li key={locale}>
            <a
              href={localizedPath(locale, path)}
              lang={locale}
              hrefLang={locale}
              aria-current={locale === current ? "true" : undefined}
              className="inline-flex min-h-target items-center px-2 text-small aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
            >
              {names[locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
