import type { EnrollmentState } from "@/generated/prisma/enums";
import { caseOf } from "@/lib/decisions/decide";
import { preselectedPlace } from "@/lib/decisions/judge";
import { NOWHERE, yearPlaces } from "@/lib/decisions/place";
import { currentReasons } from "@/lib/decisions/reasons";
import type { Standing } from "@/lib/decisions/standing";
import type { Locale } from "@/lib/i18n/locales";
import { type PlaceNumbers, placeNumbers } from "@/lib/places/numbers";
import { prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";

/** A speciality or syllabus to choose; `free` where there is a limit, `wish` where the family named it. */
export type PlaceChoice = { id: number; name: string; free?: number; wish?: number };

export type DecidedState = EnrollmentState;

/** What a form that decides offers: the year's places, the one to begin with, the reasons, the minutes. */
export async function decideChoices(standing: Standing, to: EnrollmentState, locale: Locale) {
  const { schoolYearId } = standing;
  const [{ specialities, syllabi }, wishes, preselected, reasons, { decision_hold_minutes }] =
    await Promise.all([
      yearPlaces(schoolYearId),
      wishesOf(standing.id),
      to === "accepted" || to === "waiting" ? preselectedPlace(caseOf(prisma(), standing)) : undefined,
      currentReasons(),
      settings(),
    ]);
  const numbers = await placeNumbers(schoolYearId, [
    ...specialities.map(({ id }) => ({ specialityId: id, syllabusId: null })),
    ...syllabi.map(({ id }) => ({ specialityId: null, syllabusId: id })),
  ]);
  const free = (part: "specialityId" | "syllabusId", id: number) =>
    freeOf(numbers.find((row) => row[part] === id));
  return {
    specialities: specialities.map((row) => ({
      ...row,
      free: free("specialityId", row.id),
      wish: wishes.specialities.get(row.id),
    })),
    syllabi: syllabi.map((row) => ({
      ...row,
      free: free("syllabusId", row.id),
      wish: wishes.syllabi.get(row.id),
    })),
    preselected: preselected ?? NOWHERE,
    reasons: reasons
      .filter(({ offeredFor }) => offeredFor.includes(to))
      .map((reason) => ({ code: reason.code, words: reason[locale] })),
    minutes: decision_hold_minutes,
  };
}

export type DecideChoices = Awaited<ReturnType<typeof decideChoices>>;

/** How many places are left; undefined without a limit, never below none. */
export const freeOf = (numbers: PlaceNumbers | undefined) =>
  numbers?.limit == null ? undefined : Math.max(0, numbers.limit - numbers.decided);

async function wishesOf(enrollmentId: string) {
  const [specialities, syllabi] = await Promise.all([
    prisma().specialityChoice.findMany({
      where: { enrollmentId },
      select: { option: true, specialityId: true },
    }),
    prisma().syllabusChoice.findMany({ where: { enrollmentId }, select: { option: true, syllabusId: true } }),
  ]);
  return {
    specialities: new Map(specialities.map(({ specialityId, option }) => [specialityId, option])),
    syllabi: new Map(syllabi.map(({ syllabusId, option }) => [syllabusId, option])),
  };
}
