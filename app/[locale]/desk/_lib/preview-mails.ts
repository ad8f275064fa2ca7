import { getTranslations } from "next-intl/server";
import type { PreviewMail } from "@/components/forms/action-state";
import { type MailPreview as Mail, previewDecision } from "@/lib/decisions/notifications/preview";

/** @throws DomainError if the decision is not possible */
export async function getDecisionMailPreviews(
  ...decision: Parameters<typeof previewDecision>
): Promise<PreviewMail[]> {
  return Promise.all((await previewDecision(...decision)).map(toPreviewMail));
}

export async function toPreviewMail({
  to,
  name,
  locale,
  bounces,
  subject,
  text,
}: Mail): Promise<PreviewMail> {
  const [t, outcomes] = await Promise.all([
    getTranslations("decisions.form"),
    getTranslations("desk.bulk.outcomes"),
  ]);
  return {
    to: t("to", { name: name ?? to, email: to, language: t(`languages.${locale}`) }),
    subject,
    text,
    problem: bounces ? outcomes("bounces") : undefined,
  };
}
