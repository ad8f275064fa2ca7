import NextLink from "next/link";
import { redirect as nextRedirect, RedirectType } from "next/navigation";
import { useLocale } from "next-intl";
import type { ComponentProps } from "react";
import { type Locale, toLocalizedPath } from "./locales";

// next-intl's own navigation brings its message parser into every page's script; these need no more
// than the language, and run on the server.

/** A link to a page in the language of the page that it stands on, asked for when it is pressed; `href` has no language prefix. */
export function Link({ href, ...props }: ComponentProps<typeof NextLink> & { href: string }) {
  const locale = useLocale() as Locale;
  return <NextLink href={toLocalizedPath(locale, href)} prefetch={false} {...props} />;
}

type Redirect = { href: string; locale: string; inPlace?: boolean };

/** Leads to a page in a language, in the place of the one before or after it; `href` has no language prefix. */
export function redirect({ href, locale, inPlace }: Redirect): never {
  nextRedirect(toLocalizedPath(locale as Locale, href), inPlace ? RedirectType.replace : undefined);
}
