import type { z } from "zod";
import { dayOf } from "@/lib/platform/dates";
import { isClaimed } from "./merits";
import { drawnIn, roundsOf, stateForAll } from "./round";
import type { roundItem } from "./schema";

/** A year's rounds that are no plan any more, the newest first, as everybody may know them. */
export async function listRounds(schoolYearId: number): Promise<z.output<typeof roundItem>[]> {
  const rounds = await roundsOf(schoolYearId);
  return rounds
    .filter(({ state }) => state !== "draft")
    .map((round) => ({
      code: round.code,
      name: round.name,
      state: stateForAll(round),
      merits_by: round.meritsBy && dayOf(round.meritsBy),
      objections_by: round.objectionsBy && dayOf(round.objectionsBy),
      answer_by: round.answerBy && dayOf(round.answerBy),
      hash: round.hash,
      number: drawnIn(round)?.number ?? null,
      criteria: round.criteria.map(({ code, points, group, source, es, ca, en }) => ({
        code,
        name: { es, ca, en },
        points,
        group,
        claimed: isClaimed({ source }),
      })),
    }));
}
