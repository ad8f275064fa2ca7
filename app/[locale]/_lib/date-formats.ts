import { getFormatter } from "next-intl/server";
import { cache, use } from "react";
import { type Day, toDate } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";

/** In the page's language and the school's time zone. */
export const getDateFormats = cache(async () => {
  const [format, { time_zone: timeZone }] = await Promise.all([getFormatter(), getSettings()]);
  return {
    instant: (date: Date) => format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone }),
    longInstant: (date: Date) => format.dateTime(date, { dateStyle: "long", timeStyle: "short", timeZone }),
    /** With seconds. */
    moment: (date: Date) => format.dateTime(date, { dateStyle: "medium", timeStyle: "medium", timeZone }),
    date: (date: Date) => format.dateTime(date, { dateStyle: "long", timeZone }),
    longDay: (day: Day) => format.dateTime(toDate(day), { dateStyle: "long", timeZone: "UTC" }),
  };
});

/** For synchronous components. */
export const useDateFormats = () => use(getDateFormats());
