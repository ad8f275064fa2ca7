import { getSettings } from "@/lib/school/settings";

/** How long the school lets a decision wait before it is told. */
export const getNotifyDelayMinutes = async () => (await getSettings()).decision_hold_minutes;
