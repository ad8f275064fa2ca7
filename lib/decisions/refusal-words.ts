import { createTranslator } from "use-intl/core";
import type { EnrollmentState } from "@/generated/prisma/enums";
import type { Locale } from "@/lib/i18n/locales";
import ca from "@/lib/i18n/messages/ca.json";
import en from "@/lib/i18n/messages/en.json";
import es from "@/lib/i18n/messages/es.json";
import type { DecisionRefusal } from "./refusal";

const messages = { es: es.decisions, ca: ca.decisions, en: en.decisions };

/** Why a decision was refused and what can be done, in one or two sentences. */
export function refusalWords({ code, details }: DecisionRefusal, locale: Locale): string {
  const t = createTranslator({ locale, messages: messages[locale] });
  const { from, to, offered = "" } = details;
  const state = (name = "pending") => t(`states.${name as EnrollmentState}`);
  return t(`refusals.${code}`, { from: state(from), to: state(to), offered });
}
