import { getTranslations } from "next-intl/server";
import type { PreviewMail } from "@/components/forms/action-state";
import { type Locale, languageNames, locales } from "@/lib/i18n/locales";
import { getKindsWithText, type MailTextPart } from "@/lib/mail/content/mail-texts";
import type { MailKind } from "@/lib/mail/mail-kinds";
import { previewMailText } from "@/lib/mail/prepare-message";

type Wanted = { part: MailTextPart } & { [In in Locale]?: string | undefined };

/** A message that says a part of the school's own, in every language, with these words in it. */
export async function getMailTextPreviews({ part, ...words }: Wanted): Promise<PreviewMail[]> {
  const said = getKindsWithText(part);
  const kind = said.includes("accepted") ? "accepted" : (said[0] as MailKind);
  const own = { [part]: { es: "", ca: "", en: "", ...words } };
  return Promise.all(locales.map((locale) => previewMailWithTexts(kind, locale, own)));
}

/** A message of the school's as a made-up family would get it, with what it is. */
export async function previewMailWithTexts(
  kind: MailKind,
  locale: Locale,
  own?: Parameters<typeof previewMailText>[2],
): Promise<PreviewMail> {
  const t = await getTranslations("mailKinds");
  const to = `${languageNames[locale]} · ${t(`names.${kind}`)}`;
  return { to, ...(await previewMailText(kind, locale, own)) };
}
