import { toLocalTime } from "@/lib/platform/dates";

/** Reminders leave from this hour of the school's day on. */
const REMIND_FROM = "09:00";

/** Whether families are reminded at this time of the school's day. */
export const isReminderTime = (timeZone: string, now: Date): boolean => toLocalTime(timeZone, now) >= REMIND_FROM;
