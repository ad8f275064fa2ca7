import { type Day, toDate } from "@/lib/platform/dates";
import type { Locale } from "./locales";

/** The language tag by which dates are written: day, month, year, in English too. */
export const getDateLocale = (locale: Locale): string => (locale === "en" ? "en-GB" : locale);

/** A day in words, such as "27 de marzo de 2014" or "27 March 2014". */
export function formatDay(day: Day, locale: Locale): string {
  const format = formats.get(locale) ?? newFormat(locale);
  formats.set(locale, format);
  return format.format(toDate(day));
}

const formats = new Map<Locale, Intl.DateTimeFormat>();

const newFormat = (locale: Locale) =>
  new Intl.DateTimeFormat(getDateLocale(locale), { dateStyle: "long", timeZone: "UTC" });
