import type { Prisma } from "@/generated/prisma/client";
import { findRoundTakingClaims } from "@/lib/admission/claims/queries";
import { saveClaims } from "@/lib/admission/claims/verbs";
import { isClaimable } from "@/lib/admission/round";
import { meritsSchema } from "@/lib/admission/schema";
import { confirmPlace, findOpenConfirmation } from "@/lib/decisions/confirmations/verbs";
import { applyFamilyTransition } from "@/lib/decisions/family/verbs";
import { placeAnswerSchema } from "@/lib/decisions/schema";
import { lockEnrollmentStatus } from "@/lib/decisions/status";
import type { State } from "@/lib/enrollment/states";
import { writeAuditEntry } from "@/lib/people/audit-log";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { parseInput } from "@/lib/platform/schema";

/**
 * Claims points for the family while a round of the year is open (admission 2).
 * @param apiKeyId the key that created the enrollment
 * @returns the claimed criteria
 * @throws AppError `validation_failed`, `no_open_round`, `not_found` when another key created it
 */
export async function claimByKey(reference: string, submitted: unknown, apiKeyId: number): Promise<string[]> {
  const { merits: codes } = parseInput(meritsSchema, submitted);
  return prisma().$transaction(async (tx) => {
    const status = await lockEnrollmentOfKey(tx, reference, apiKeyId);
    const round = await findRoundTakingClaims(status.schoolYearId, tx);
    if (!round) throw new AppError("no_open_round");
    const claimable = round.criteria.filter(isClaimable).map(({ code }) => code);
    if (codes.some((code) => !claimable.includes(code)))
      throw new AppError("validation_failed", [{ field: "merits", code: "invalid_value" }]);
    const claimed = (await saveClaims(tx, status, codes)) ?? [];
    await writeAuditEntry(tx, {
      actor: { kind: "api_key" },
      action: "merits_claimed",
      object: { kind: "enrollment", id: reference },
    });
    return claimed;
  });
}

/**
 * Answers a place confirmation for the family.
 * @param apiKeyId the key that created the enrollment
 * @returns the new state
 * @throws AppError `validation_failed`, `transition_not_allowed`, `not_found` when another key created it
 */
export async function answerPlaceByKey(
  tx: Prisma.TransactionClient,
  { reference, submitted }: { reference: string; submitted: unknown },
  apiKeyId: number,
  now: Date,
): Promise<State> {
  const { answer } = parseInput(placeAnswerSchema, submitted);
  const status = await lockEnrollmentOfKey(tx, reference, apiKeyId);
  const open = await findOpenConfirmation(tx, status.id);
  if (!open || open.isExpired) {
    const refusal = open ? "day_is_over" : "no_answer_open";
    throw new AppError("transition_not_allowed", [], [], { state: status.state, allowed: [], refusal });
  }
  const actor = { kind: "api_key" } as const;
  if (answer === "kept") await confirmPlace(tx, status, actor, now);
  else await applyFamilyTransition(tx, { reference, to: "withdrawn" }, actor, now);
  return answer === "kept" ? status.state : "withdrawn";
}

async function lockEnrollmentOfKey(tx: Prisma.TransactionClient, reference: string, apiKeyId: number) {
  const enrollment = await tx.enrollment.findFirst({ where: { reference, apiKeyId }, select: { id: true } });
  if (!enrollment) throw new AppError("not_found");
  return lockEnrollmentStatus(tx, enrollment);
}
