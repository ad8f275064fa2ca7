import type { Messages } from "next-intl";
import { z } from "zod";
import type { EnrollmentState } from "@/generated/prisma/enums";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { isErasedPersonError } from "@/lib/platform/errors";

/** Every reason for refusing a decision, by its text. */
export type DecisionErrorCode = keyof Messages["decisions"]["refusals"];

/** Maximum length of an announced or internal reason. */
export const MAX_TEXT_LENGTH = 2_000;

export const requiredTextSchema = z.string().trim().min(1, "required").max(MAX_TEXT_LENGTH, "too_long");

/** Converts an error into a DecisionError: one of the domain, or the database's about an erased person. */
export function toDecisionError(error: unknown): DecisionError | undefined {
  if (error instanceof DecisionError) return error;
  return isErasedPersonError(error) ? new DecisionError("erased") : undefined;
}

/** A decision cannot be made. Has a code and values for its text, without personal data. */
export class DecisionError extends Error {
  constructor(
    readonly code: DecisionErrorCode,
    readonly details: Record<string, string> = {},
  ) {
    super(code);
    this.name = "DecisionError";
  }
}

/** The text of a refused decision and what to do, in one or two sentences. */
export function formatDecisionError({ code, details }: DecisionError, locale: Locale): string {
  const t = getTranslator(locale, "decisions");
  const { from, to, offered = "" } = details;
  const state = (name = "pending") => t(`states.${name as EnrollmentState}`);
  return t(`refusals.${code}`, { from: state(from), to: state(to), offered });
}
