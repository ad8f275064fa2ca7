import { settings } from "@/lib/school/settings";

/** How long the school lets a decision wait before it is told. */
export const holdMinutes = async () => (await settings()).decision_hold_minutes;
