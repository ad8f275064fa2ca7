import { type Day, dayIn } from "@/lib/platform/dates";

/** The last day on which a key works, by the school's clocks; empty where it has no end. */
export const lastDay = (expiresAt: Date | null, timeZone: string): Day | "" =>
  expiresAt ? dayIn(timeZone, new Date(expiresAt.getTime() - 1)) : "";
