import { type Case, judge } from "@/lib/decisions/judge";
import { assignedPlace, placesOf } from "@/lib/decisions/place";
import type { OfferedReason } from "@/lib/decisions/reasons";
import { DecisionRefusal, type RefusalCode } from "@/lib/decisions/refusal";
import type { Decider } from "@/lib/decisions/transitions";
import type { Place } from "@/lib/places/limits";
import { type Foreseen, idsIn } from "./foresee";
import { type BulkInput, type DecidingKind, placeFor } from "./input";
import type { YearPlaces } from "./moving-places";

export type Forecast = { place: Place } | { code: RefusalCode };

type Asked = {
  to: DecidingKind;
  who: Decider | undefined;
  input: BulkInput;
  /** Whether the school waits for the second guardian's answer. */
  answerNeeded: boolean;
  reasons: OfferedReason[];
};

/**
 * What a bulk decision would do with each enrollment, one after the other, as the worker will: who comes
 * first has the place. It is judged as the worker judges, by what was read at once; nothing is held. What was
 * judged by how one stands, or by what is wished for, is the same for all who stand, or wish, alike.
 */
export async function forecast(rows: Foreseen[], places: YearPlaces, asked: Asked): Promise<Forecast[]> {
  const found: Forecast[] = [];
  const known = new Map<string, Forecast>();
  for (const row of rows) {
    const standing = standingOf(row);
    const wishing = `${standing} ${wishingOf(row)}`;
    let one = known.get(standing) ?? known.get(wishing);
    if (!one) {
      const looked: Looked = {};
      one = await foresee(caseOf(row, places, asked, looked), row.frozenVersion, asked);
      if (!looked.atPlaces) known.set(looked.atWishes ? wishing : standing, one);
    }
    if ("place" in one) places.move(row, asked.to, one.place);
    found.push(one);
  }
  return found;
}

const standingOf = (row: Foreseen): string =>
  `${row.version === row.frozenVersion} ${row.decidedState} ${row.hasUntold} ${row.disagrees} ${row.unanswered}`;

const wishingOf = (row: Foreseen): string =>
  `${row.schoolYearId} ${row.assignedSpecialityId} ${row.assignedSyllabusId} ${row.specialities}/${row.syllabi}`;

/** What a judgement has looked at besides how an enrollment stands. */
type Looked = { atWishes?: boolean; atPlaces?: boolean };

async function foresee(it: Case, version: number, { to, who, input }: Asked): Promise<Forecast> {
  try {
    const place = await placeFor(to, input, async () => (await it.wishes())[0]);
    return { place: (await judge(it, { ...input, ...place, to, version }, who)).place };
  } catch (error) {
    if (error instanceof DecisionRefusal) return { code: error.code };
    throw error;
  }
}

function caseOf(row: Foreseen, places: YearPlaces, { answerNeeded, reasons }: Asked, looked: Looked): Case {
  const wishes = () => {
    looked.atWishes = true;
    return row;
  };
  const limits = (place: Place) => {
    looked.atPlaces ||= places.isLimited(row, place);
    return places;
  };
  return {
    version: row.version,
    decidedState: row.decidedState,
    hasUntold: row.hasUntold,
    get assigned() {
      return assignedPlace(wishes());
    },
    guardiansRefuse: async () => {
      if (row.disagrees) return "disagreement_open";
      return answerNeeded && row.unanswered ? "guardian_unanswered" : undefined;
    },
    isKnown: async (place) => places.has(wishes(), place),
    wishes: async () => placesOf(idsIn(wishes().specialities), idsIn(row.syllabi)),
    isFull: async (place) => limits(place).isFull(wishes(), place),
    isSomeoneAhead: async (place) => {
      looked.atPlaces = true;
      return places.someoneAhead(row, place);
    },
    reasons: async () => reasons,
  };
}
