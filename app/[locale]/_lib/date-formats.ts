import { getFormatter } from "next-intl/server";
import { cache, use } from "react";
import { type Day, toDate } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";

/** In the page's language and the school's time zone. */
export const getDateFormats = cache(async () => {
  const [format, { time_zone: timeZone }] = await Promise.all([getFormatter(), getSettings()]);
  return {
    instant: (at: Date) => format.dateTime(at, { dateStyle: "medium", timeStyle: "short", timeZone }),
    longInstant: (at: Date) => format.dateTime(at, { dateStyle: "long", timeStyle: "short", timeZone }),
    /** With seconds. */
    moment: (at: Date) => format.dateTime(at, { dateStyle: "medium", timeStyle: "medium", timeZone }),
    date: (at: Date) => format.dateTime(at, { dateStyle: "long", timeZone }),
    longDay: (day: Day) => format.dateTime(toDate(day), { dateStyle: "long", timeZone: "UTC" }),
  };
});

/** For synchronous components. */
export const useDateFormats = () => use(getDateFormats());
