import { getTranslations } from "next-intl/server";
import type { PreviewedMail } from "@/components/action/action-state";
import { type MailPreview as Mail, previewDecision } from "@/lib/decisions/notifications/preview";

/** What a decision would send, in sentences; whatever keeps it from being made is thrown. */
export async function previewOf(...decision: Parameters<typeof previewDecision>): Promise<PreviewedMail[]> {
  return Promise.all((await previewDecision(...decision)).map(addressed));
}

/** A message with whom it is for, in a sentence. */
export async function addressed({ to, name, locale, subject, text }: Mail): Promise<PreviewedMail> {
  const t = await getTranslations("decisions.form");
  return {
    to: t("to", { name: name ?? to, email: to, language: t(`languages.${locale}`) }),
    subject,
    text,
  };
}
