import { getTranslations } from "next-intl/server";
import type { PreviewMail } from "@/components/forms/action-state";
import { type MailPreview as Mail, previewDecision } from "@/lib/decisions/notifications/preview";

/** What a decision would send, in sentences; whatever keeps it from being made is thrown. */
export async function getDecisionMailPreviews(
  ...decision: Parameters<typeof previewDecision>
): Promise<PreviewMail[]> {
  return Promise.all((await previewDecision(...decision)).map(toPreviewMail));
}

/** A message with whom it is for, in a sentence. */
export async function toPreviewMail({ to, name, locale, subject, text }: Mail): Promise<PreviewMail> {
  const t = await getTranslations("decisions.form");
  return {
    to: t("to", { name: name ?? to, email: to, language: t(`languages.${locale}`) }),
    subject,
    text,
  };
}
