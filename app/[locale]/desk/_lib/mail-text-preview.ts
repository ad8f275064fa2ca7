import { getTranslations } from "next-intl/server";
import type { PreviewMail } from "@/components/forms/action-state";
import { type Locale, languageNames, locales } from "@/lib/i18n/locales";
import { getKindsWithText } from "@/lib/mail/content/mail-texts";
import type { MailKind } from "@/lib/mail/mail-kinds";
import { previewMailText } from "@/lib/mail/prepare-message";

type MailTextPart = Parameters<typeof getKindsWithText>[0];

type MailTextInput = { part: MailTextPart } & { [In in Locale]?: string | undefined };

/** A mail with the text, in each language. */
export async function getMailTextPreviews({ part, ...texts }: MailTextInput): Promise<PreviewMail[]> {
  const kinds = getKindsWithText(part);
  const kind = kinds.includes("accepted") ? "accepted" : (kinds[0] as MailKind);
  const mailTexts = { [part]: { es: "", ca: "", en: "", ...texts } };
  return Promise.all(locales.map((locale) => previewMailWithTexts(kind, locale, mailTexts)));
}

/** A mail for an invented family. */
export async function previewMailWithTexts(
  kind: MailKind,
  locale: Locale,
  mailTexts?: Parameters<typeof previewMailText>[2],
): Promise<PreviewMail> {
  const t = await getTranslations("mailKinds");
  const to = `${languageNames[locale]} · ${t(`names.${kind}`)}`;
  return { to, ...(await previewMailText(kind, locale, mailTexts)) };
}
