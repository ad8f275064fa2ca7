import { type Day, toLocalDay } from "@/lib/platform/dates";

/** The last day on which a key works, by the school's clocks; empty where it has no end. */
export const getLastDay = (expiresAt: Date | null, timeZone: string): Day | "" =>
  expiresAt ? toLocalDay(timeZone, new Date(expiresAt.getTime() - 1)) : "";
