/** The languages of every page, message and e-mail; the first is the form's own (no prefix in its URL). */
export const locales = ["es", "ca", "en"] as const;

/** The `lang` of what a school's catalogue calls things, on a page in another language than the catalogue's. */
export const getCatalogueLang = (locale: string) => (locale === "es" ? undefined : "es");

export type Locale = (typeof locales)[number];

/** Each language as it calls itself. */
export const languageNames: Record<Locale, string> = { es: "Español", ca: "Català", en: "English" };

/** The name of the buttons that lead to the same page in another language. */
export const LANGUAGE_FIELD = "language";

/** The header in which the server tells a page its own path. */
export const PATHNAME_HEADER = "x-pathname";

/** The header with what stands behind the path, from its question mark on. */
export const QUERY_HEADER = "x-query";

/** A page's address in a language: Spanish has no prefix. `href` is the address without one. */
export function toLocalizedPath(locale: Locale, href: string): string {
  if (locale === locales[0]) return href;
  return href === "/" ? `/${locale}` : `/${locale}${href}`;
}

/** The language of an address, and the address without it. */
export function splitPath(pathname: string): { locale: Locale; path: string } {
  const locale = locales.slice(1).find((known) => new RegExp(`^/${known}(/|$)`).test(pathname));
  if (!locale) return { locale: locales[0], path: pathname };
  return { locale, path: pathname.slice(locale.length + 1) || "/" };
}

/** Whether an address without its language is one of the desk. */
export const isDeskPath = (path: string) => /^\/desk(\/|$)/.test(path);

/** Where the documentation stands in a language: English, the integrators' own, without a prefix. */
export const getDocsPath = (language: Locale) => (language === "en" ? "/docs" : `/docs/${language}`);
