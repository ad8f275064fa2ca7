import type { Criterion, Round } from "@/lib/admission/round";
import { isSamePlace, type Place } from "@/lib/decisions/place";
import { toDay } from "@/lib/platform/dates";

export const roundDays = ["meritsBy", "drawOn", "objectionsBy", "answerBy", "listedUntil"] as const;

type CriterionText = Pick<Criterion, "es" | "ca" | "en" | "points">;

/** A change by a correction of an open round, as its page shows it. */
export type RoundChange =
  | { what: "name"; from: string; to: string }
  | { what: (typeof roundDays)[number]; from: string | null; to: string | null }
  | { what: "criterion"; code: string; from: CriterionText | null; to: CriterionText | null }
  | { what: "place"; place: Place; leftOut: boolean };

export type CriterionShape = Omit<Criterion, "id" | "roundId" | "position">;

type RoundDefinition = Pick<Round, "name" | (typeof roundDays)[number]> & {
  criteria: CriterionShape[];
  leftOut: Place[];
};

/** The differences between a round and its correction, in the order of its page. */
export function listRoundChanges(before: RoundDefinition, after: RoundDefinition): RoundChange[] {
  const changes: RoundChange[] = [];
  if (before.name !== after.name) changes.push({ what: "name", from: before.name, to: after.name });
  for (const what of roundDays) {
    const [from, to] = [before[what], after[what]].map((day) => day && toDay(day)) as [string, string];
    if (from !== to) changes.push({ what, from, to });
  }
  const codes = new Set([...before.criteria, ...after.criteria].map(({ code }) => code));
  for (const code of codes) {
    const [from, to] = [before, after].map(({ criteria }) => criteria.find((row) => row.code === code));
    if (!from || !to || criterionFields.some((field) => from[field] !== to[field]))
      changes.push({ what: "criterion", code, from: toText(from), to: toText(to) });
  }
  const listPlaces = (places: Place[], others: Place[], leftOut: boolean) =>
    places
      .filter((place) => !others.some((other) => isSamePlace(place, other)))
      .map(({ specialityId, syllabusId }) => ({
        what: "place" as const,
        place: { specialityId, syllabusId },
        leftOut,
      }));
  return [
    ...changes,
    ...listPlaces(after.leftOut, before.leftOut, true),
    ...listPlaces(before.leftOut, after.leftOut, false),
  ];
}

const criterionFields = [
  "code",
  "es",
  "ca",
  "en",
  "points",
  "group",
  "source",
  "counts",
  "fromYears",
  "years",
  "sensitive",
] as const;

export const toCriterionShape = (row: CriterionShape): CriterionShape =>
  Object.fromEntries(criterionFields.map((field) => [field, row[field]])) as CriterionShape;

const toText = (criterion: CriterionText | undefined): CriterionText | null =>
  criterion ? { es: criterion.es, ca: criterion.ca, en: criterion.en, points: criterion.points } : null;
