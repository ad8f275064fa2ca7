import type { Prisma } from "@/generated/prisma/client";
import { keepPlaceIn } from "@/lib/decisions/answers/keep-place";
import { openAnswer } from "@/lib/decisions/answers/open-answer";
import { placeAnswer } from "@/lib/decisions/answers/schema";
import { takeStep } from "@/lib/decisions/family-step";
import { lockStanding } from "@/lib/decisions/standing";
import { parse } from "@/lib/enrollment/parse";
import type { State } from "@/lib/enrollment/states";
import { AppError } from "@/lib/platform/errors";

/**
 * Answers in the family's name whether it keeps its place, while that is open.
 *
 * @param apiKeyId the key that made the enrollment
 * @returns how the enrollment stands then
 * @throws AppError `validation_failed`, `not_found` when it did not, `transition_not_allowed`
 */
export async function answerPlaceByKey(
  tx: Prisma.TransactionClient,
  { reference, submitted }: { reference: string; submitted: unknown },
  apiKeyId: number,
  now: Date,
): Promise<State> {
  const { answer } = parse(placeAnswer, submitted);
  const found = await tx.enrollment.findFirst({ where: { reference, apiKeyId }, select: { id: true } });
  if (!found) throw new AppError("not_found");
  const standing = await lockStanding(tx, { id: found.id });
  const open = await openAnswer(tx, found.id);
  if (!open || open.lapsed) {
    const refusal = open ? "day_is_over" : "no_answer_open";
    throw new AppError("transition_not_allowed", [], [], { state: standing.state, allowed: [], refusal });
  }
  const actor = { kind: "api_key" } as const;
  if (answer === "kept") await keepPlaceIn(tx, standing, actor, now);
  else await takeStep(tx, { reference, to: "withdrawn" }, actor, now);
  return answer === "kept" ? standing.state : "withdrawn";
}
