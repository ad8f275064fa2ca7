import type { Actor } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";

/** How long the school lets a decision wait before it is told. */
export const holdMinutes = async () => (await settings()).decision_hold_minutes;

/** By whom and when something is decided; `minutes` is how long a decision is held. */
export type Deciding = { actor: Actor; now: Date; minutes: number };
