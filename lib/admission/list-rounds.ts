import type { z } from "zod";
import { toDay } from "@/lib/platform/dates";
import { isClaimable } from "./merits";
import { getDrawResult, listYearRounds, getPublicState } from "./round";
import type { roundSchema } from "./schema";

/** A year's rounds that are no plan any more, the newest first, as everybody may know them. */
export async function listRounds(schoolYearId: number): Promise<z.output<typeof roundSchema>[]> {
  const rounds = await listYearRounds(schoolYearId);
  return rounds
    .filter(({ state }) => state !== "draft")
    .map((round) => ({
      code: round.code,
      name: round.name,
      state: getPublicState(round),
      merits_by: round.meritsBy && toDay(round.meritsBy),
      objections_by: round.objectionsBy && toDay(round.objectionsBy),
      answer_by: round.answerBy && toDay(round.answerBy),
      hash: round.hash,
      number: getDrawResult(round)?.number ?? null,
      criteria: round.criteria.map(({ code, points, group, source, es, ca, en }) => ({
        code,
        name: { es, ca, en },
        points,
        group,
        claimed: isClaimable({ source }),
      })),
    }));
}
