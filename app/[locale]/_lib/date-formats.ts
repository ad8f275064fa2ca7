import { getLocale } from "next-intl/server";
import { cache, use } from "react";
import { formatDay, getDateLocale } from "@/lib/i18n/format";
import { type Day, toDate } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";

const SHORT = { day: "numeric", month: "short" } as const;

/** In the page's language, day before month; instants in the school's time zone. */
export const getDateFormats = cache(async () => {
  const [locale, { time_zone: timeZone }] = await Promise.all([getLocale(), getSettings()]);
  const create = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined;
    return (date: Date) => {
      format ??= new Intl.DateTimeFormat(getDateLocale(locale), { timeZone, ...options });
      return format.format(date);
    };
  };
  const createForDay = (options: Intl.DateTimeFormatOptions) => {
    const format = create({ ...options, timeZone: "UTC" });
    return (day: Day) => format(toDate(day));
  };
  return {
    instant: create({ dateStyle: "medium", timeStyle: "short" }),
    longInstant: create({ dateStyle: "long", timeStyle: "short" }),
    /** With seconds. */
    moment: create({ dateStyle: "medium", timeStyle: "medium" }),
    time: create({ timeStyle: "medium" }),
    date: create({ dateStyle: "long" }),
    mediumDate: create({ dateStyle: "medium" }),
    shortDate: create(SHORT),
    shortDay: createForDay(SHORT),
    mediumDay: createForDay({ dateStyle: "medium" }),
    longDay: (day: Day) => formatDay(day, locale),
    /** With the day of the week. */
    fullDay: createForDay({ dateStyle: "full" }),
  };
});

/** For synchronous components. */
export const useDateFormats = () => use(getDateFormats());
