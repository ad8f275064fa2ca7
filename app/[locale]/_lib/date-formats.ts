import { getLocale } from "next-intl/server";
import { cache, use } from "react";
import { formatDay, getDateLocale } from "@/lib/i18n/format";
import type { Day } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";

/** In the page's language, day before month, and the school's time zone. */
export const getDateFormats = cache(async () => {
  const [locale, { time_zone: timeZone }] = await Promise.all([getLocale(), getSettings()]);
  const create = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(getDateLocale(locale), { ...options, timeZone });
    return (date: Date) => format.format(date);
  };
  return {
    shortInstant: create({ dateStyle: "short", timeStyle: "short" }),
    instant: create({ dateStyle: "medium", timeStyle: "short" }),
    longInstant: create({ dateStyle: "long", timeStyle: "short" }),
    /** With seconds. */
    moment: create({ dateStyle: "medium", timeStyle: "medium" }),
    date: create({ dateStyle: "long" }),
    longDay: (day: Day) => formatDay(day, locale),
  };
});

/** For synchronous components. */
export const useDateFormats = () => use(getDateFormats());
