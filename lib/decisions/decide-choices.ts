import type { EnrollmentState } from "@/generated/prisma/enums";
import { caseOf } from "@/lib/decisions/decide";
import { freePlacesFor, obstaclesOf } from "@/lib/decisions/free-places";
import { preselectedPlace } from "@/lib/decisions/judge";
import { NOWHERE, wishedPlaces, yearPlaces } from "@/lib/decisions/place";
import { isSamePlace, type Place } from "@/lib/decisions/places/limits";
import { readYear } from "@/lib/decisions/read-year";
import { currentReasons } from "@/lib/decisions/reasons";
import { readStanding, type Standing } from "@/lib/decisions/standing";
import type { FreePlace } from "@/lib/decisions/year-places";
import { stateRow } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { type Actor, may } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";

/** What is said of a place: `free` where there is a limit, `wish` where the family named it. */
type Left = { name: string; free?: number; waiting: number; wish?: number };

/** A speciality or syllabus to choose. */
export type PlaceChoice = Left & { id: number };

/** A speciality, a syllabus or both together, as one choice. */
export type OpenPlace = Left & Place;

export type DecidedState = EnrollmentState;

/**
 * What a form that decides offers: the year's places, the one to begin with, the reasons, the minutes; and the
 * version that it was made for.
 * @throws DecisionRefusal `unknown_enrollment`
 */
export async function decideChoices(reference: string, to: EnrollmentState, locale: Locale, actor: Actor) {
  const standing = await readStanding(prisma(), { reference });
  const [{ specialities, syllabi }, wishes, reasons, { decision_hold_minutes }, year] = await Promise.all([
    yearPlaces(standing.schoolYearId),
    wishesOf(standing.id),
    currentReasons(),
    settings(),
    readYear(prisma(), standing.schoolYearId),
  ]);
  const preselected = stateRow(to).holds
    ? await preselectedPlace(caseOf(prisma(), standing, async () => year))
    : undefined;
  const left = freePlacesFor(year, standing);
  const mayOnlyInTurn = to === "accepted" && !may(actor, "decide_against_limits");
  const choiceOf = (
    row: { id: number; name: string },
    place: Place,
    wish: number | undefined,
  ): PlaceChoice => ({ ...row, ...leftOf(left(place)), wish });
  return {
    version: standing.version,
    specialities: specialities.map((row) =>
      choiceOf(row, { specialityId: row.id, syllabusId: null }, wishes.specialities.get(row.id)),
    ),
    syllabi: syllabi.map((row) =>
      choiceOf(row, { specialityId: null, syllabusId: row.id }, wishes.syllabi.get(row.id)),
    ),
    open: mayOnlyInTurn ? await openPlaces(standing, left) : undefined,
    preselected: preselected ?? NOWHERE,
    // The reason of an acceptance is that of an exception.
    reasons: reasons
      .filter(({ offeredFor }) => !mayOnlyInTurn && offeredFor.includes(to))
      .map((reason) => ({ code: reason.code, words: reason[locale] })),
    minutes: decision_hold_minutes,
    /** What it was found by, for showing what it would send. */
    year,
  };
}

export type DecideChoices = Awaited<ReturnType<typeof decideChoices>>;

/**
 * What somebody who may accept only in turn can give: what the family wished first, then all else. A speciality and a
 * syllabus that are open each may be full together, so they are one choice.
 */
async function openPlaces(standing: Standing, leftFor: (place: Place) => FreePlace): Promise<OpenPlace[]> {
  const [{ specialities, syllabi }, wishes] = await Promise.all([
    yearPlaces(standing.schoolYearId),
    wishedPlaces(prisma(), standing.id),
  ]);
  const all = [...specialities, undefined].flatMap((speciality) =>
    [undefined, ...syllabi].flatMap((syllabus): OpenPlace[] => {
      const place = { specialityId: speciality?.id ?? null, syllabusId: syllabus?.id ?? null };
      if (isSamePlace(place, NOWHERE)) return [];
      const left = leftFor(place);
      if (obstaclesOf(left).length > 0) return [];
      const wish = wishes.findIndex((one) => isSamePlace(one, place)) + 1 || undefined;
      const name = [speciality?.name, syllabus?.name].filter(Boolean).join(", ");
      return [{ ...place, ...leftOf(left), name, wish }];
    }),
  );
  return all.sort((one, other) => (one.wish ?? Infinity) - (other.wish ?? Infinity) || 0);
}

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
