import { getLocale } from "next-intl/server";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { dayIn } from "@/lib/platform/dates";
import { type LegalKind, type LegalText, legalText } from "@/lib/school/legal";
import { schoolCard } from "@/lib/school/school-card";
import { settings } from "@/lib/school/settings";

/** What the page of a legal text shows, in the page's language: `shown`, or what counts today. */
export async function legalWords(kind: LegalKind, shown?: LegalText) {
  const locale = (await getLocale()) as Locale;
  const [{ text, version, createdAt }, school, { time_zone }] = await Promise.all([
    shown ?? legalText(kind, locale),
    schoolCard(),
    settings(),
  ]);
  return { text, version, day: dayInWords(dayIn(time_zone, createdAt), locale), school };
}
