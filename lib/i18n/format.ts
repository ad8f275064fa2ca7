import { type Day, toDate } from "@/lib/platform/dates";
import { foldText } from "@/lib/platform/text";
import type { Locale } from "./locales";

/** The language tag for dates: the order is day, month, year, also in English. */
export const getDateLocale = (locale: Locale): string => (locale === "en" ? "en-GB" : locale);

/** Formats a day: "27 de marzo de 2014", "27 March 2014". */
export function formatDay(day: Day, locale: Locale): string {
  const format = formats.get(locale) ?? newFormat(locale);
  formats.set(locale, format);
  return format.format(toDate(day));
}

/**
 * Adds the first sound of each value as `{name}_sound` (`none` for an empty value). Catalan messages need it: "de" and
 * "el" are shortened before a vowel ("d’Anna", "l’1 de maig").
 */
export function addElision<Values extends Record<string, string>>(values: Values) {
  const sounds = Object.entries(values).map(([name, text]) => [`${name}_sound`, getElision(text)]);
  return {
    ...values,
    ...(Object.fromEntries(sounds) as { [Name in keyof Values as `${Name & string}_sound`]: Sound }),
  };
}

/** Formats an instant: "27 de marzo de 2026, 9:30", "27 March 2026 at 9:30". */
export const formatInstant = (at: Date, locale: Locale, timeZone: string): string =>
  new Intl.DateTimeFormat(getDateLocale(locale), { dateStyle: "long", timeStyle: "short", timeZone }).format(
    at,
  );

const formats = new Map<Locale, Intl.DateTimeFormat>();

const newFormat = (locale: Locale) =>
  new Intl.DateTimeFormat(getDateLocale(locale), { dateStyle: "long", timeZone: "UTC" });

type Sound = "vowel" | "other" | "none";

/** An h is silent; i and u before another vowel are consonants ("de Iolanda"); 1 and 11 are "u", "onze". */
function getElision(text: string): Sound {
  const plain = foldText(text);
  if (plain === "") return "none";
  return /^h?([aeo]|[iu](?![aeiou]))|^11?(?!\d)/.test(plain) ? "vowel" : "other";
}
