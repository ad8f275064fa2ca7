import type { Prisma } from "@/generated/prisma/client";
import { confirmPlace } from "@/lib/decisions/answers/keep-place";
import { findOpenConfirmation } from "@/lib/decisions/answers/open-answer";
import { placeAnswerSchema } from "@/lib/decisions/answers/schema";
import { applyFamilyTransition } from "@/lib/decisions/family-step";
import { lockEnrollmentStatus } from "@/lib/decisions/standing";
import { parseInput } from "@/lib/enrollment/parse";
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
  const { answer } = parseInput(placeAnswerSchema, submitted);
  const found = await tx.enrollment.findFirst({ where: { reference, apiKeyId }, select: { id: true } });
  if (!found) throw new AppError("not_found");
  const standing = await lockEnrollmentStatus(tx, { id: found.id });
  const open = await findOpenConfirmation(tx, found.id);
  if (!open || open.lapsed) {
    const refusal = open ? "day_is_over" : "no_answer_open";
    throw new AppError("transition_not_allowed", [], [], { state: standing.state, allowed: [], refusal });
  }
  const actor = { kind: "api_key" } as const;
  if (answer === "kept") await confirmPlace(tx, standing, actor, now);
  else await applyFamilyTransition(tx, { reference, to: "withdrawn" }, actor, now);
  return answer === "kept" ? standing.state : "withdrawn";
}
