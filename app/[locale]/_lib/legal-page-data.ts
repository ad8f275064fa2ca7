import { getLocale } from "next-intl/server";
import { formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { toLocalDay } from "@/lib/platform/dates";
import { getLegalText, type LegalKind } from "@/lib/school/legal";
import { getSchoolContact } from "@/lib/school/queries";
import { getSettings } from "@/lib/school/settings";

type LegalText = Awaited<ReturnType<typeof getLegalText>>;

/** @param legalText the current version by default */
export async function getLegalPageData(kind: LegalKind, legalText?: LegalText) {
  const locale = (await getLocale()) as Locale;
  const [{ text, version, createdAt }, school, { time_zone }] = await Promise.all([
    legalText ?? getLegalText(kind, locale),
    getSchoolContact(),
    getSettings(),
  ]);
  return { text, version, day: formatDay(toLocalDay(time_zone, createdAt), locale), school };
}
