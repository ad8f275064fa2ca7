import { getFormatter } from "next-intl/server";
import { cache, use } from "react";
import { type Day, toDate } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";

/** Days and times in the page's language, by the school's clock. */
export const getDateFormats = cache(async () => {
  const [format, { time_zone: timeZone }] = await Promise.all([getFormatter(), getSettings()]);
  return {
    instant: (at: Date) => format.dateTime(at, { dateStyle: "medium", timeStyle: "short", timeZone }),
    longInstant: (at: Date) => format.dateTime(at, { dateStyle: "long", timeStyle: "short", timeZone }),
    /** To the second. */
    moment: (at: Date) => format.dateTime(at, { dateStyle: "medium", timeStyle: "medium", timeZone }),
    /** The day of an instant. */
    dayOf: (at: Date) => format.dateTime(at, { dateStyle: "long", timeZone }),
    longDay: (day: Day) => format.dateTime(toDate(day), { dateStyle: "long", timeZone: "UTC" }),
  };
});

/** The same for a part of a page that is not asynchronous. */
export const useDateFormats = () => use(getDateFormats());
