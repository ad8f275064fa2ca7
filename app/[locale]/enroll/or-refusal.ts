import type { StepError, StepState } from "@/components/wizard/step/step-state";
import { AppError, isDatabaseUnavailable, isOutcomeUnknown } from "@/lib/platform/errors";
import { errorFields, logger } from "@/lib/platform/logger";
import type { RawInput } from "@/lib/wizard/types";

export type Onward = { href: string };

/**
 * On server errors the family stays on the page with its input.
 * @param unanswered text if the work may be done although no response came
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
