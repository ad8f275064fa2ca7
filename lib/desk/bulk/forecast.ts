import { assignedPlace, placesOf } from "@/lib/decisions/place";
import type { RefusalCode } from "@/lib/decisions/refusal";
import { allows, type Decider, transitionOf } from "@/lib/decisions/transitions";
import type { Place } from "@/lib/places/limits";
import type { Foreseen, YearPlaces } from "./foresee";
import type { BulkInput } from "./input";

export type Forecast = { place: Place } | { code: RefusalCode };

type Asked = {
  to: "accepted" | "waiting" | "rejected";
  who: Decider | undefined;
  input: BulkInput;
  /** Whether the school waits for the second guardian's answer. */
  answerNeeded: boolean;
};

/**
 * What a bulk decision would do with each enrollment, one after the other, as the worker will: who comes
 * first has the place. Reads nothing and holds nothing; the worker checks each again.
 */
export function forecast(rows: Foreseen[], places: YearPlaces, asked: Asked): Forecast[] {
  return rows.map((row) => {
    const found = one(row, places, asked);
    if ("place" in found) places.move(row, asked.to, found.place);
    return found;
  });
}

function one(row: Foreseen, places: YearPlaces, { to, who, input, answerNeeded }: Asked): Forecast {
  if (row.version !== row.frozenVersion) return { code: "changed_meanwhile" };
  const transition = transitionOf(row.decidedState, to);
  if (!transition) return { code: "not_allowed" };
  if (!who || !allows(transition.who[who], { untold: row.hasUntold })) return { code: "no_right" };
  const { needs } = transition;
  if (needs.includes("guardians")) {
    if (row.disagrees) return { code: "disagreement_open" };
    if (answerNeeded && row.unanswered) return { code: "guardian_unanswered" };
  }
  if (needs.includes("list")) return listOf(row, places, input);
  if (!needs.includes("place")) return { place: { specialityId: null, syllabusId: null } };
  const place = row.decidedState === "waiting" ? assignedPlace(row) : firstFree(row, places);
  if (!place) return { code: "place_missing" };
  if (places.isFull(row, place)) return { code: "no_place" };
  if (needs.includes("turn") && places.someoneAhead(row, place)) return { code: "not_the_turn" };
  return { place };
}

function listOf(row: Foreseen, places: YearPlaces, input: BulkInput): Forecast {
  const { specialityId = null, syllabusId = null } = input;
  const named = specialityId !== null || syllabusId !== null;
  const place = named ? { specialityId, syllabusId } : wishesOf(row)[0];
  if (!place) return { code: "list_missing" };
  return places.has(row, place) ? { place } : { code: "place_unknown" };
}

function firstFree(row: Foreseen, places: YearPlaces): Place | undefined {
  const wishes = wishesOf(row);
  return wishes.find((place) => !places.isFull(row, place)) ?? wishes[0];
}

const wishesOf = ({ specialities, syllabi }: Foreseen) => placesOf(specialities, syllabi);
