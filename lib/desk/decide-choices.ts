import type { EnrollmentState } from "@/generated/prisma/enums";
import { caseOf } from "@/lib/decisions/decide";
import { type FreePlace, freePlace, obstaclesOf, readYear } from "@/lib/decisions/free-places";
import { preselectedPlace } from "@/lib/decisions/judge";
import { NOWHERE, yearPlaces } from "@/lib/decisions/place";
import { currentReasons } from "@/lib/decisions/reasons";
import type { Standing } from "@/lib/decisions/standing";
import { stateRow } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import type { Place } from "@/lib/places/limits";
import { prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";
import { type Actor, may } from "@/lib/staff/rights";

/**
 * A speciality or syllabus to choose; `free` where there is a limit, `wish` where the family named it. `closed` is
 * what would be refused to this member.
 */
export type PlaceChoice = {
  id: number;
  name: string;
  free?: number;
  waiting: number;
  wish?: number;
  closed: boolean;
};

export type DecidedState = EnrollmentState;

/** What a form that decides offers: the year's places, the one to begin with, the reasons, the minutes. */
export async function decideChoices(standing: Standing, to: EnrollmentState, locale: Locale, actor: Actor) {
  const [{ specialities, syllabi }, wishes, preselected, reasons, { decision_hold_minutes }] =
    await Promise.all([
      yearPlaces(standing.schoolYearId),
      wishesOf(standing.id),
      stateRow(to).holds ? preselectedPlace(caseOf(prisma(), standing)) : undefined,
      currentReasons(),
      settings(),
    ]);
  const year = await readYear(prisma(), standing);
  const mayOnlyInTurn = to === "accepted" && !may(actor, "decide_against_limits");
  const choiceOf = (
    row: { id: number; name: string },
    place: Place,
    wish: number | undefined,
  ): PlaceChoice => {
    const left = freePlace(year, standing, place);
    return { ...row, ...leftOf(left), wish, closed: mayOnlyInTurn && obstaclesOf(left).length > 0 };
  };
  return {
    specialities: specialities.map((row) =>
      choiceOf(row, { specialityId: row.id, syllabusId: null }, wishes.specialities.get(row.id)),
    ),
    syllabi: syllabi.map((row) =>
      choiceOf(row, { specialityId: null, syllabusId: row.id }, wishes.syllabi.get(row.id)),
    ),
    preselected: preselected ?? NOWHERE,
    reasons: reasons
      .filter(({ offeredFor }) => offeredFor.includes(to))
      .map((reason) => ({ code: reason.code, words: reason[locale] })),
    minutes: decision_hold_minutes,
  };
}

export type DecideChoices = Awaited<ReturnType<typeof decideChoices>>;

/** What is said of a place: how many are free, where there is a limit and never below none; how many others wait. */
export const leftOf = ({ free, waiting }: Pick<FreePlace, "free" | "waiting">) => ({
  free: free === null ? undefined : Math.max(0, free),
  waiting,
});

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
