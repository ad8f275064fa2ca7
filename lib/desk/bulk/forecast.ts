import { type Case, judge } from "@/lib/decisions/judge";
import { assignedPlace, placesOf } from "@/lib/decisions/place";
import type { OfferedReason } from "@/lib/decisions/reasons";
import { DecisionRefusal, type RefusalCode } from "@/lib/decisions/refusal";
import type { Decider } from "@/lib/decisions/transitions";
import type { Place } from "@/lib/places/limits";
import type { Foreseen, YearPlaces } from "./foresee";
import { type BulkInput, placeFor } from "./input";

export type Forecast = { place: Place } | { code: RefusalCode };

type Asked = {
  to: "accepted" | "waiting" | "rejected";
  who: Decider | undefined;
  input: BulkInput;
  /** Whether the school waits for the second guardian's answer. */
  answerNeeded: boolean;
  reasons: OfferedReason[];
};

/**
 * What a bulk decision would do with each enrollment, one after the other, as the worker will: who comes
 * first has the place. It is judged as the worker judges, by what was read at once; nothing is held.
 */
export async function forecast(rows: Foreseen[], places: YearPlaces, asked: Asked): Promise<Forecast[]> {
  const found: Forecast[] = [];
  for (const row of rows) {
    const one = await foresee(row, places, asked);
    if ("place" in one) places.move(row, asked.to, one.place);
    found.push(one);
  }
  return found;
}

async function foresee(row: Foreseen, places: YearPlaces, asked: Asked): Promise<Forecast> {
  const { to, who, input } = asked;
  const it = caseOf(row, places, asked);
  const place = await placeFor(to, input, async () => (await it.wishes())[0]);
  try {
    const judged = await judge(it, { ...input, ...place, to, version: row.frozenVersion }, who);
    return { place: judged.place };
  } catch (error) {
    if (error instanceof DecisionRefusal) return { code: error.code };
    throw error;
  }
}

const caseOf = (row: Foreseen, places: YearPlaces, { answerNeeded, reasons }: Asked): Case => ({
  version: row.version,
  decidedState: row.decidedState,
  hasUntold: row.hasUntold,
  assigned: assignedPlace(row),
  guardiansRefuse: async () => {
    if (row.disagrees) return "disagreement_open";
    return answerNeeded && row.unanswered ? "guardian_unanswered" : undefined;
  },
  isKnown: async (place) => places.has(row, place),
  wishes: async () => placesOf(row.specialities, row.syllabi),
  isFull: async (place) => places.isFull(row, place),
  isSomeoneAhead: async (place) => places.someoneAhead(row, place),
  reasons: async () => reasons,
});
