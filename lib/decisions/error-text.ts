import type { EnrollmentState } from "@/generated/prisma/enums";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import type { DecisionError } from "./decision-error";

/** The text of a refused decision and what to do, in one or two sentences. */
export function formatDecisionError({ code, details }: DecisionError, locale: Locale): string {
  const t = getTranslator(locale, "decisions");
  const { from, to, offered = "" } = details;
  const state = (name = "pending") => t(`states.${name as EnrollmentState}`);
  return t(`refusals.${code}`, { from: state(from), to: state(to), offered });
}
