import { getNotifyDelayMinutes } from "@/lib/decisions/hold";
import { getYearStudies } from "@/lib/decisions/place";
import { listOfferedReasons } from "@/lib/decisions/reasons";
import { listLabels } from "@/lib/enrollment/notes";
import type { Locale } from "@/lib/i18n/locales";
import { listNamedFreeWithWaiting } from "@/lib/office/places";
import type { Actor } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import type { BulkKind } from "./input";
import { countRecipientsByLanguage } from "./preview-letter";
import type { BulkAction } from "./show";

/** What the form of a step on many offers; places only when all are of one school year. */
export async function getBulkOptions(actor: Actor, { id }: BulkAction, kind: BulkKind, locale: Locale) {
  const [years, reasons, labels, minutes, school, readers] = await Promise.all([
    prisma().schoolYear.findMany({
      where: { enrollments: { some: { bulkRows: { some: { bulkId: id } } } } },
      select: { id: true },
    }),
    listOfferedReasons(),
    listLabels(actor),
    getNotifyDelayMinutes(),
    getSettings(),
    kind === "write" ? countRecipientsByLanguage(id) : { es: 0, ca: 0, en: 0 },
  ]);
  const [year, other] = years;
  const places = year && !other ? await getYearStudies(year.id) : { specialities: [], syllabi: [] };
  return {
    ...places,
    waitedFor:
      kind === "accepted"
        ? await listNamedFreeWithWaiting(
            actor,
            years.map(({ id }) => id),
          )
        : [],
    letter: { school: school.default_locale, readers },
    labels,
    minutes,
    reasons: reasons
      .filter(({ offeredFor }) => offeredFor.some((state) => state === kind))
      .map((reason) => ({ code: reason.code, words: reason[locale] })),
  };
}
