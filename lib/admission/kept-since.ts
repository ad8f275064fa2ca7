import { type Day, toLocalDay, addDays } from "@/lib/platform/dates";
import { readSettings } from "@/lib/school/settings";
import type { Round } from "./round";

/**
 * Since when requests without a place are still kept for a round to count: of school years that ended on this day or
 * later, on the day on which its list was closed, or now (admission 2). Of those before, who asked again or had a place
 * is left.
 * @returns undefined while nothing has been erased yet
 */
export async function getRetentionStart({ frozenAt }: Pick<Round, "frozenAt">, now: Date): Promise<Day | undefined> {
  const { time_zone, erase_from, keep_unplaced_days } = await readSettings();
  const day = toLocalDay(time_zone, frozenAt ?? now);
  const begun = erase_from !== "" && erase_from <= day;
  return begun ? addDays(day, -keep_unplaced_days) : undefined;
}
