import NextLink from "next/link";
import { redirect as nextRedirect, RedirectType } from "next/navigation";
import { useLocale } from "next-intl";
import type { ComponentProps } from "react";
import { type Locale, toLocalizedPath } from "./locales";

// Not next-intl's navigation: it adds its message parser to every page's script. These need only the language.

/** A link to a page in the current language, without prefetching; `href` has no language prefix. */
export function Link({ href, ...props }: ComponentProps<typeof NextLink> & { href: string }) {
  const locale = useLocale() as Locale;
  return <NextLink href={toLocalizedPath(locale, href)} prefetch={false} {...props} />;
}

type Redirect = { href: string; locale: string; inPlace?: boolean };

/** Redirects to a page in a language; `inPlace` replaces the history entry. `href` has no language prefix. */
export function redirect({ href, locale, inPlace }: Redirect): never {
  nextRedirect(toLocalizedPath(locale as Locale, href), inPlace ? RedirectType.replace : undefined);
}
