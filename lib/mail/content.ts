import type { Locale } from "@/lib/i18n/locales";
import { decisionContent } from "./decision-content";
import { type MailKind, tellsDecision } from "./kinds";
import { linkContent } from "./link-content";
import type { MailContent, MailDetails } from "./parts";

/** The words of a message for its reader. @throws Error when its details lack what its kind speaks of */
export function mailContent(kind: MailKind, locale: Locale, details: MailDetails): MailContent {
  const { tells } = details;
  if (tellsDecision(kind)) {
    if (tells) return decisionContent(kind, locale, { ...details, tells });
    throw new Error(`A message of kind ${kind} has nothing to tell.`);
  }
  return linkContent(kind, locale, details);
}
