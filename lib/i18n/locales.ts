/** The languages of every page, message and e-mail; the first is the form's own (no prefix in its URL). */
export const locales = ["es", "ca", "en"] as const;

/** The `lang` of what a school's catalogue calls things, on a page in another language than the catalogue's. */
export const getCatalogueLang = (locale: string) => (locale === "es" ? undefined : "es");

export type Locale = (typeof locales)[number];

/** Each language as it calls itself. */
export const languageNames: Record<Locale, string> = { es: "Español", ca: "Català", en: "English" };

/** The name of the buttons that lead to the same page in another language. */
export const LANGUAGE_FIELD = "language";
