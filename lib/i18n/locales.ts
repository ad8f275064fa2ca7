/** The languages of every page, message and e-mail; the first is the form's own (no prefix in its URL). */
export const locales = ["es", "ca", "en"] as const;

export type Locale = (typeof locales)[number];

/** The name of the buttons that lead to the same page in another language. */
export const LANGUAGE = "language";
