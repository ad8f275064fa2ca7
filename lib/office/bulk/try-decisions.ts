import { type CheckedDecision, caseOf } from "@/lib/decisions/decide";
import { type GuardiansRefusal, guardiansRefuse } from "@/lib/decisions/disagreements";
import { freePlacesFor, givePlace, obstaclesOf, type YearPlaces } from "@/lib/decisions/free-places";
import { judge } from "@/lib/decisions/judge";
import { placesOf } from "@/lib/decisions/place";
import type { Place } from "@/lib/decisions/places/limits";
import { readYear } from "@/lib/decisions/read-year";
import { currentReasons, type OfferedReason } from "@/lib/decisions/reasons";
import { tellsNothing } from "@/lib/decisions/record-decision";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { type Standing, standing, standingIn } from "@/lib/decisions/standing";
import { statesBefore } from "@/lib/decisions/transitions";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { type BulkInput, type DecidingKind, placeFor } from "./input";
import type { Bulk } from "./show";

const AT_ONCE = 5_000;

/** What a row comes to: the decision, and whether it tells nobody anything; or the code of what stands in its way. */
export type Tried = { position: number } & (Done | { code: string });
type Done = { checked: CheckedDecision; silent: boolean };

type Trial = {
  actor: Actor;
  to: DecidingKind;
  input: BulkInput;
  reasons: OfferedReason[];
  /** The places of each year, moved along with what is given. */
  years: Map<number, YearPlaces>;
};

/**
 * Tries a decision on those rows that can come to it from where they stand, in their order, by the judgement that
 * makes it: whoever comes later finds taken what was given before. Nothing is written, nothing is held.
 */
export async function tryDecisions(
  actor: Actor,
  { id, input }: Pick<Bulk, "id" | "input">,
  to: DecidingKind,
): Promise<Tried[]> {
  demand(actor, "work_in_bulk");
  const trial: Trial = { actor, to, input, reasons: await currentReasons(), years: new Map() };
  const tried: Tried[] = [];
  for (let rows = await rowsAfter(id, to, 0); rows.length > 0; ) {
    const refusing = await guardiansRefuse(
      prisma(),
      rows.map(({ enrollment }) => enrollment.id),
    );
    for (const row of rows) tried.push({ position: row.position, ...(await tryRow(trial, row, refusing)) });
    rows = await rowsAfter(id, to, tried.at(-1)?.position ?? 0);
  }
  return tried;
}

const rowsAfter = (bulkId: string, to: DecidingKind, after: number) =>
  prisma().bulkRow.findMany({
    where: { bulkId, position: { gt: after }, enrollment: { decidedState: { in: statesBefore(to) } } },
    orderBy: { position: "asc" },
    take: AT_ONCE,
    select: {
      position: true,
      version: true,
      enrollment: {
        select: {
          ...standing,
          specialityChoices: { orderBy: { option: "asc" }, select: { specialityId: true } },
          syllabusChoices: { orderBy: { option: "asc" }, select: { syllabusId: true } },
        },
      },
    },
  });

type Row = Awaited<ReturnType<typeof rowsAfter>>[number];

async function tryRow(
  trial: Trial,
  { version, enrollment }: Row,
  refusing: Map<string, GuardiansRefusal>,
): Promise<Done | { code: string }> {
  const { to, input, actor, reasons } = trial;
  const { specialityChoices, syllabusChoices, ...row } = enrollment;
  const one = standingIn(row);
  const wishes = placesOf(
    specialityChoices.map(({ specialityId }) => specialityId),
    syllabusChoices.map(({ syllabusId }) => syllabusId),
  );
  const year = await placesOfYear(trial, one);
  const it = {
    ...caseOf(prisma(), one),
    guardiansRefuse: async () => refusing.get(one.id),
    wishes: async () => wishes,
    obstacles: async (places: Place[]) => {
      const left = freePlacesFor(year, one);
      return places.map((place) => obstaclesOf(left(place)));
    },
    reasons: async () => reasons,
  };
  try {
    const named = await placeFor(to, input, async () => wishes[0]);
    const judged = await judge(it, { ...input, ...named, to, version }, actor);
    if (to === "accepted") givePlace(year, one, judged.place);
    const silent = await tellsNothing(prisma(), one, to, judged.place);
    return { checked: { standing: one, ...judged }, silent };
  } catch (error) {
    if (error instanceof DecisionRefusal) return { code: error.code };
    throw error;
  }
}

async function placesOfYear({ years }: Trial, one: Standing): Promise<YearPlaces> {
  const year = years.get(one.schoolYearId) ?? (await readYear(prisma(), one.schoolYearId));
  years.set(one.schoolYearId, year);
  return year;
}
