import { z } from "zod";
import { isErasedPersonError } from "@/lib/platform/errors";

/** Every reason for which a decision is refused; words for each stand in `desk.refusals`. */
const decisionErrorCodes = [
  "unknown_enrollment",
  "changed_meanwhile",
  "not_allowed",
  "no_right",
  "place_missing",
  "place_unknown",
  "disagreement_open",
  "guardian_unanswered",
  "no_place",
  "not_the_turn",
  "round_open",
  "not_waiting",
  "list_missing",
  "reason_missing",
  "reason_unknown",
  "words_too_long",
  "nothing_to_undo",
  "day_is_over",
  "list_closed",
  "not_their_own",
  "another_stands",
  "no_answer_open",
  "erased",
] as const;

export type DecisionErrorCode = (typeof decisionErrorCodes)[number];

/** What a reason, told or kept inside, may have at most. */
export const MAX_TEXT_LENGTH = 2_000;

/** Words that must be given. */
export const requiredTextSchema = z.string().trim().min(1, "required").max(MAX_TEXT_LENGTH, "too_long");

/** What refuses something in words, where it does: the domain, or the database what is about somebody who was erased. */
export function toDecisionError(error: unknown): DecisionError | undefined {
  if (error instanceof DecisionError) return error;
  return isErasedPersonError(error) ? new DecisionError("erased") : undefined;
}

/** A decision that cannot be made, as a code with what its sentence names. Carries nothing personal. */
export class DecisionError extends Error {
  constructor(
    readonly code: DecisionErrorCode,
    readonly details: Record<string, string> = {},
  ) {
    super(code);
    this.name = "DecisionError";
  }
}
