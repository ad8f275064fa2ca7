/** The languages of pages, messages and e-mails; the first is the default, without a prefix in URLs. */
export const locales = ["es", "ca", "en"] as const;

export type Locale = (typeof locales)[number];

/** The name of each language in that language. */
export const languageNames: Record<Locale, string> = { es: "Español", ca: "Català", en: "English" };

/** The `name` of the buttons that switch the language. */
export const LANGUAGE_FIELD = "language";

/** The request header with the page's own path. */
export const PATHNAME_HEADER = "x-pathname";

/** The request header with the query string, including the question mark. */
export const QUERY_HEADER = "x-query";

/** Adds the language prefix to a path; Spanish has none. */
export function toLocalizedPath(locale: Locale, href: string): string {
  if (locale === locales[0]) return href;
  return href === "/" ? `/${locale}` : `/${locale}${href}`;
}

/** Splits a path into its language and the path without prefix. */
export function splitPath(pathname: string): { locale: Locale; path: string } {
  const locale = locales.slice(1).find((prefix) => new RegExp(`^/${prefix}(/|$)`).test(pathname));
  if (!locale) return { locale: locales[0], path: pathname };
  return { locale, path: pathname.slice(locale.length + 1) || "/" };
}

/** Whether a path without language prefix belongs to the desk. */
export const isDeskPath = (path: string) => /^\/desk(\/|$)/.test(path);

/** The path of the API documentation; English has no prefix. */
export const getDocsPath = (language: Locale) => (language === "en" ? "/docs" : `/docs/${language}`);
