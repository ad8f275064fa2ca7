import type { StepError, StepState } from "@/components/wizard/step/step-state";
import { AppError, isDatabaseUnavailable, isOutcomeUnknown } from "@/lib/platform/errors";
import { errorFields, logger } from "@/lib/platform/logger";
import type { RawInput } from "@/lib/wizard/types";

/** Where a step leads on. */
export type Onward = { href: string };

/**
 * What goes wrong on our side keeps the family on its page with everything it typed.
 *
 * @param unanswered what is said where the work may have been done although no answer came
 */
export async function orRefusal(
  typed: RawInput,
  work: () => Promise<StepState | Onward>,
  unanswered: StepError = "unavailable",
): Promise<StepState | Onward> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited")
      return { problems: {}, typed, refusal: "tooMany" };
    if (isOutcomeUnknown(error)) return { problems: {}, typed, refusal: unanswered };
    const away = isDatabaseUnavailable(error);
    if (!away) logger.error({ error: errorFields(error) }, "form");
    return { problems: {}, typed, refusal: away ? "unavailable" : "failed" };
  }
}
