import { getTranslations } from "next-intl/server";
import type { PreviewedMail } from "@/components/action/action-state";
import { type Locale, languageNames, locales } from "@/lib/i18n/locales";
import type { MailKind } from "@/lib/mail/mail-kinds";
import { previewMailText } from "@/lib/mail/prepare-message";
import { type MailTextPart, getKindsWithText } from "@/lib/mail/content/mail-texts";

type Wanted = { part: MailTextPart } & { [In in Locale]?: string | undefined };

/** A message that says a part of the school's own, in every language, with these words in it. */
export async function previewsOf({ part, ...words }: Wanted): Promise<PreviewedMail[]> {
  const said = getKindsWithText(part);
  const kind = said.includes("accepted") ? "accepted" : (said[0] as MailKind);
  const own = { [part]: { es: "", ca: "", en: "", ...words } };
  return Promise.all(locales.map((locale) => previewed(kind, locale, own)));
}

/** A message of the school's as a made-up family would get it, with what it is. */
export async function previewed(
  kind: MailKind,
  locale: Locale,
  own?: Parameters<typeof previewMailText>[2],
): Promise<PreviewedMail> {
  const t = await getTranslations("mailKinds");
  const to = `${languageNames[locale]} · ${t(`names.${kind}`)}`;
  return { to, ...(await previewMailText(kind, locale, own)) };
}
