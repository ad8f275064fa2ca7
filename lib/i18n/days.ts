import { type Day, dateOf } from "@/lib/platform/dates";
import type { Locale } from "./locales";

/** The language tag by which dates are written: day, month, year, in English too. */
export const dateTag = (locale: Locale): string => (locale === "en" ? "en-GB" : locale);

/** A day in words, such as "27 de marzo de 2014" or "27 March 2014". */
export function dayInWords(day: Day, locale: Locale): string {
  const format = formats.get(locale) ?? newFormat(locale);
  formats.set(locale, format);
  return format.format(dateOf(day));
}

const formats = new Map<Locale, Intl.DateTimeFormat>();

const newFormat = (locale: Locale) =>
  new Intl.DateTimeFormat(dateTag(locale), { dateStyle: "long", timeZone: "UTC" });
