import type { EnrollmentState } from "@/generated/prisma/enums";
import { createDecisionContext } from "@/lib/decisions/decide";
import { createFreePlaceLookup, listBlockers } from "@/lib/decisions/free-places";
import { getPreselectedPlace } from "@/lib/decisions/judge";
import { NO_PLACE, getRequestedPlaces, getYearStudies } from "@/lib/decisions/place";
import { isSamePlace, type Place } from "@/lib/decisions/places/limits";
import { readYearPlaces } from "@/lib/decisions/read-year";
import { listOfferedReasons } from "@/lib/decisions/reasons";
import { readEnrollmentStatus, type EnrollmentStatus } from "@/lib/decisions/standing";
import type { FreePlace } from "@/lib/decisions/year-places";
import { getState } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { type Actor, hasPermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";

/** What is said of a place: `free` where there is a limit, `wish` where the family named it. */
type PlaceCounts = { name: string; free?: number; waiting: number; wish?: number };

/** A speciality or syllabus to choose. */
export type PlaceChoice = PlaceCounts & { id: number };

/** A speciality, a syllabus or both together, as one choice. */
export type PlaceOption = PlaceCounts & Place;

export type DecidedState = EnrollmentState;

/**
 * What a form that decides offers: the year's places, the one to begin with, the reasons, the minutes; and the
 * version that it was made for.
 * @throws DecisionRefusal `unknown_enrollment`
 */
export async function getDecisionOptions(reference: string, to: EnrollmentState, locale: Locale, actor: Actor) {
  const standing = await readEnrollmentStatus(prisma(), { reference });
  const [{ specialities, syllabi }, wishes, reasons, { decision_hold_minutes }, year] = await Promise.all([
    getYearStudies(standing.schoolYearId),
    readChoices(standing.id),
    listOfferedReasons(),
    getSettings(),
    readYearPlaces(prisma(), standing.schoolYearId),
  ]);
  const preselected = getState(to).holds
    ? await getPreselectedPlace(createDecisionContext(prisma(), standing, async () => year))
    : undefined;
  const left = createFreePlaceLookup(year, standing);
  const mayOnlyInTurn = to === "accepted" && !hasPermission(actor, "decide_against_limits");
  const choiceOf = (
    row: { id: number; name: string },
    place: Place,
    wish: number | undefined,
  ): PlaceChoice => ({ ...row, ...toPlaceCounts(left(place)), wish });
  return {
    version: standing.version,
    specialities: specialities.map((row) =>
      choiceOf(row, { specialityId: row.id, syllabusId: null }, wishes.specialities.get(row.id)),
    ),
    syllabi: syllabi.map((row) =>
      choiceOf(row, { specialityId: null, syllabusId: row.id }, wishes.syllabi.get(row.id)),
    ),
    open: mayOnlyInTurn ? await listPlaceOptions(standing, left) : undefined,
    preselected: preselected ?? NO_PLACE,
    // The reason of an acceptance is that of an exception.
    reasons: reasons
      .filter(({ offeredFor }) => !mayOnlyInTurn && offeredFor.includes(to))
      .map((reason) => ({ code: reason.code, words: reason[locale] })),
    minutes: decision_hold_minutes,
    /** What it was found by, for showing what it would send. */
    year,
  };
}

export type DecisionOptions = Awaited<ReturnType<typeof getDecisionOptions>>;

/**
 * What somebody who may accept only in turn can give: what the family wished first, then all else. A speciality and a
 * syllabus that are open each may be full together, so they are one choice.
 */
async function listPlaceOptions(standing: EnrollmentStatus, leftFor: (place: Place) => FreePlace): Promise<PlaceOption[]> {
  const [{ specialities, syllabi }, wishes] = await Promise.all([
    getYearStudies(standing.schoolYearId),
    getRequestedPlaces(prisma(), standing.id),
  ]);
  const all = [...specialities, undefined].flatMap((speciality) =>
    [undefined, ...syllabi].flatMap((syllabus): PlaceOption[] => {
      const place = { specialityId: speciality?.id ?? null, syllabusId: syllabus?.id ?? null };
      if (isSamePlace(place, NO_PLACE)) return [];
      const left = leftFor(place);
      if (listBlockers(left).length > 0) return [];
      const wish = wishes.findIndex((one) => isSamePlace(one, place)) + 1 || undefined;
      const name = [speciality?.name, syllabus?.name].filter(Boolean).join(", ");
      return [{ ...place, ...toPlaceCounts(left), name, wish }];
    }),
  );
  return all.sort((one, other) => (one.wish ?? Infinity) - (other.wish ?? Infinity) || 0);
}

/** What is said of a place: how many are free, where there is a limit and never below none; how many others wait. */
export const toPlaceCounts = ({ free, waiting }: Pick<FreePlace, "free" | "waiting">) => ({
  free: free === null ? undefined : Math.max(0, free),
  waiting,
});

async function readChoices(enrollmentId: string) {
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
