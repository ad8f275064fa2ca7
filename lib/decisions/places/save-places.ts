import type { Actor } from "@/lib/people/staff/rights";
import { type NewLimit, setLimits } from "./set-limit";

/**
 * Brings a year's limits to what a form says. What was not changed on it is not written: somebody else
 * may have set it since.
 * @throws LimitRefusal `changed_meanwhile` when two have changed the same one; nothing is written then
 */
export async function savePlaces(schoolYearId: number, wanted: NewLimit[], actor: Actor): Promise<void> {
  await setLimits(
    schoolYearId,
    wanted.filter(({ places, was }) => places !== was),
    actor,
  );
}
