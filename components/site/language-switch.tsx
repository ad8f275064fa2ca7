"use client";

import { useLocale, useTranslations } from "next-intl";
import { locales } from "@/lib/i18n/locales";
import { getPathname, usePathname } from "@/lib/i18n/navigation";

const names = { es: "Español", ca: "Català", en: "English" };

/** The same page in the other languages; a plain link, so that the whole page changes its language. */
export function LanguageSwitch() {
  const pathname = usePathname();
  const current = useLocale();
  const t = useTranslations("site");
  return (
    <ul aria-label={t("language")} className="-mx-2 flex flex-wrap print:hidden">
      {locales.map((locale) => (
        <li key={locale}>
          <a
            href={getPathname({ locale, href: pathname })}
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
  );
}
