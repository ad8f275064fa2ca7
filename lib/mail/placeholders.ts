import { type Locale, locales } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";

/** What of each family may stand in a text that the desk writes to many. */
export const placeholders = ["name", "student", "place", "reference", "year"] as const;

export type Placeholder = (typeof placeholders)[number];

const IN_BRACES = /\{([^{}\n]{0,60})\}/g;

/** How a placeholder is written in a language: `{alumno}`, `{student}`. */
export const formatPlaceholder = (locale: Locale, name: Placeholder): string =>
  `{${getTranslator(locale, "mail")(`placeholders.${name}`)}}`;

/** Those that stand in a text, in whatever language they are written. */
export const findPlaceholders = (text: string): Placeholder[] =>
  [...text.matchAll(IN_BRACES)].flatMap(([written]) => placeholderOf(written) ?? []);

/** What stands in braces and is nothing that could be put in its place. */
export const findUnknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(IN_BRACES)].flatMap(([written]) => (placeholderOf(written) ? [] : written));

/** A text with each placeholder's value in its place. */
export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(IN_BRACES, (written) => {
    const name = placeholderOf(written);
    return name ? values[name] : written;
  });

function placeholderOf(written: string): Placeholder | undefined {
  const plain = folded(written);
  return placeholders.find((name) => locales.some((locale) => folded(formatPlaceholder(locale, name)) === plain));
}

const folded = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\p{M}\s]/gu, "")
    .toLowerCase();
