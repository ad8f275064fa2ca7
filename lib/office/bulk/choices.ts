import { holdMinutes } from "@/lib/decisions/hold";
import { yearPlaces } from "@/lib/decisions/place";
import { currentReasons } from "@/lib/decisions/reasons";
import { listLabels } from "@/lib/enrollment/notes";
import type { Locale } from "@/lib/i18n/locales";
import { waitedFor } from "@/lib/office/places";
import type { Actor } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import type { BulkKind } from "./input";
import { readersByLanguage } from "./preview-letter";
import type { Bulk } from "./show";

/** What the form of a step on many offers; places only when all are of one school year. */
export async function bulkChoices(actor: Actor, { id }: Bulk, kind: BulkKind, locale: Locale) {
  const [years, reasons, labels, minutes, school, readers] = await Promise.all([
    prisma().schoolYear.findMany({
      where: { enrollments: { some: { bulkRows: { some: { bulkId: id } } } } },
      select: { id: true },
    }),
    currentReasons(),
    listLabels(actor),
    holdMinutes(),
    settings(),
    kind === "write" ? readersByLanguage(id) : { es: 0, ca: 0, en: 0 },
  ]);
  const [year, other] = years;
  const places = year && !other ? await yearPlaces(year.id) : { specialities: [], syllabi: [] };
  return {
    ...places,
    waitedFor:
      kind === "accepted"
        ? await waitedFor(
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
