import { getTranslations } from "next-intl/server";
import type { PreviewedMail } from "@/components/action/action-state";
import type { DecisionInput } from "@/lib/decisions/decide";
import { previewDecision } from "@/lib/decisions/preview";
import type { Actor } from "@/lib/staff/rights";

/** What a decision would send, in sentences; whatever keeps it from being made is thrown. */
export async function previewOf(input: DecisionInput, actor: Actor): Promise<PreviewedMail[]> {
  const t = await getTranslations("decisions.form");
  const mails = await previewDecision(input, actor);
  return mails.map(({ to, name, locale, subject, text }) => ({
    to: t("to", { name: name ?? to, email: to, language: t(`languages.${locale}`) }),
    subject,
    text,
  }));
}
