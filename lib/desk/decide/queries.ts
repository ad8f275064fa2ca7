import type { EnrollmentState } from "@/generated/prisma/enums";
import { findOpenConfirmation } from "@/lib/decisions/confirmations/verbs";
import { DecisionError } from "@/lib/decisions/decision-error";
import { findRecipients } from "@/lib/decisions/notifications/mail";
import {
  createPairCheck,
  createPlaceNamer,
  getAssignedPlace,
  getRequestedPlaces,
  getYearStudies,
  isSamePlace,
  NO_PLACE,
  type Place,
} from "@/lib/decisions/place";
import { readRanks, readYearPlaces } from "@/lib/decisions/queries";
import { listOfferedReasons } from "@/lib/decisions/reasons";
import { type EnrollmentStatus, readEnrollmentStatus } from "@/lib/decisions/status";
import { findTransition, isAllowedFor } from "@/lib/decisions/transitions";
import { getPreselectedPlace, getTransition } from "@/lib/decisions/validate-decision";
import { createDecisionContext } from "@/lib/decisions/verbs";
import { createFreePlaceLookup, type FreePlace, listBlockers } from "@/lib/decisions/year-places";
import { toPlaceCounts } from "@/lib/desk/places/queries";
import { readChoices } from "@/lib/enrollment/queries";
import { getState, stateNames } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { type Actor, hasPermission, requirePermission } from "@/lib/people/staff/permissions";
import { readMemberNames } from "@/lib/people/staff/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";

/**
 * The options of a decision form: places, default place, reasons, the usual notification, and the enrollment's version.
 * @throws DecisionError `unknown_enrollment`, or why the actor cannot decide it at all; PermissionError
 */
export async function getDecisionOptions(
  reference: string,
  to: EnrollmentState,
  locale: Locale,
  actor: Actor,
) {
  requirePermission(actor, "decide");
  const enrollment = await readEnrollmentStatus(prisma(), { reference });
  const { decidedState, unnotified } = enrollment;
  if (!isPossible(enrollment, to)) throw new DecisionError("erased");
  getTransition({ decidedState, isUnnotified: unnotified !== undefined }, to, actor);
  const [{ specialities, syllabi }, choices, reasons, { decision_hold_minutes }, year] = await Promise.all([
    getYearStudies(enrollment.schoolYearId),
    readChoices(prisma(), enrollment.id),
    listOfferedReasons(),
    getSettings(),
    readYearPlaces(prisma(), enrollment.schoolYearId),
  ]);
  const preselected = getState(to).holds
    ? await getPreselectedPlace(createDecisionContext(prisma(), enrollment, async () => year))
    : undefined;
  const getFreePlace = createFreePlaceLookup(year, enrollment);
  const isOnlyInTurn = to === "accepted" && !hasPermission(actor, "decide_against_limits");
  const toOption = (row: { id: number; name: string }, place: Place, chosen: typeof choices.syllabi) => ({
    ...row,
    ...toPlaceCounts(getFreePlace(place)),
    option: chosen.find(({ id }) => id === row.id)?.option,
  });
  return {
    version: enrollment.version,
    isErased: enrollment.student.erasedAt !== null,
    specialities: specialities.map((row) =>
      toOption(row, { specialityId: row.id, syllabusId: null }, choices.specialities),
    ),
    syllabi: syllabi.map((row) => toOption(row, { specialityId: null, syllabusId: row.id }, choices.syllabi)),
    open: isOnlyInTurn ? await listPlaceOptions(enrollment, getFreePlace) : undefined,
    preselected: preselected ?? NO_PLACE,
    // An acceptance has a reason only as an exception.
    reasons: reasons
      .filter(({ offeredFor }) => !isOnlyInTurn && offeredFor.includes(to))
      .map((reason) => ({ code: reason.code, text: reason[locale] })),
    minutes: decision_hold_minutes,
    tell: await getUsualNotifyWhen(enrollment.schoolYearId),
    year,
  };
}

export type DecisionOptions = Awaited<ReturnType<typeof getDecisionOptions>>;

const decisionColumns = {
  id: true,
  fromState: true,
  toState: true,
  specialityId: true,
  syllabusId: true,
  words: true,
  internalReason: true,
  exception: true,
  repeats: true,
  actorKind: true,
  actorId: true,
  decidedAt: true,
  status: true,
  settledAt: true,
  withList: true,
  tellAt: true,
  reason: { select: { code: true, es: true, ca: true, en: true } },
} as const;

export type DecisionHistory = Awaited<ReturnType<typeof readDecisionHistory>>;

/**
 * An enrollment's notified and decided state, place, rank, the decisions that the actor may make, and all decisions,
 * newest first.
 * @throws DecisionError `unknown_enrollment`, PermissionError
 */
export async function readDecisionHistory(actor: Actor, reference: string, locale: Locale) {
  requirePermission(actor, "read");
  const enrollment = await readEnrollmentStatus(prisma(), { reference });
  const rows = await prisma().decision.findMany({
    where: { enrollmentId: enrollment.id },
    orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
    select: decisionColumns,
  });
  const names = await readMemberNames(rows.map(({ actorId }) => actorId));
  const getPlaceName = await createPlaceNamer(enrollment.schoolYearId);
  const history = rows.map(({ actorId, reason, ...row }) => ({
    ...row,
    author: names.get(actorId),
    reason: reason?.[locale],
    place: getPlaceName(row),
  }));
  return {
    enrollment,
    history,
    place: getPlaceName(getAssignedPlace(enrollment)),
    rank: (await readRanks([enrollment.id])).get(enrollment.id),
    answer: await findOpenConfirmation(prisma(), enrollment.id),
    choices: await listRequestedPlaces(enrollment),
    canDecide: listDecidableStates(actor, enrollment),
    bounces: (await findRecipients(prisma(), enrollment.studentId, new Date())).some(
      ({ bounces }) => bounces,
    ),
    tell: await getUsualNotifyWhen(enrollment.schoolYearId),
  };
}

/**
 * The place that one click accepts: the first choice with a free place, if nobody else waits or there is no limit.
 * Undefined when the case needs a closer look, also when a message about it would bounce.
 */
export function getOneClickPlace({ choices, canDecide, bounces }: DecisionHistory) {
  if (bounces || !canDecide.includes("accepted")) return;
  const firstOpen = choices.find(({ isOpen, isOffered }) => isOpen && isOffered);
  return firstOpen && (firstOpen.free === undefined || firstOpen.waiting === 0) ? firstOpen : undefined;
}

/**
 * The places that may be assigned in turn: requested ones first, then the rest of the catalogue. A speciality and
 * syllabus may be open alone and full as a pair, so they are one option.
 */
async function listPlaceOptions(enrollment: EnrollmentStatus, getFreePlace: (place: Place) => FreePlace) {
  const [{ specialities, syllabi }, requested, isOffered] = await Promise.all([
    getYearStudies(enrollment.schoolYearId),
    getRequestedPlaces(prisma(), enrollment.id),
    createPairCheck(enrollment.schoolYearId),
  ]);
  const options = [...specialities, undefined].flatMap((speciality) =>
    [undefined, ...syllabi].flatMap((syllabus) => {
      const place = { specialityId: speciality?.id ?? null, syllabusId: syllabus?.id ?? null };
      if (isSamePlace(place, NO_PLACE)) return [];
      const freePlace = getFreePlace(place);
      if (listBlockers(freePlace).length > 0) return [];
      const option = requested.findIndex((choice) => isSamePlace(choice, place)) + 1 || undefined;
      if (!option && !isOffered(place)) return [];
      const names = { speciality: speciality?.name, syllabus: syllabus?.name };
      return [{ ...place, ...toPlaceCounts(freePlace), ...names, option }];
    }),
  );
  return options.sort((a, b) => (a.option ?? Infinity) - (b.option ?? Infinity) || 0);
}

/**
 * The default notification of a year's decisions is that of the last one, so that "with the list" need not be chosen
 * again.
 */
export async function getUsualNotifyWhen(schoolYearId: number): Promise<"held" | "with_list"> {
  const last = await prisma().decision.findFirst({
    where: { schoolYearId, actorKind: { in: ["staff", "command"] } },
    orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
    select: { withList: true },
  });
  return last?.withList ? "with_list" : "held";
}

/** The requested places with free places and others who wait. */
async function listRequestedPlaces(enrollment: EnrollmentStatus) {
  const { decidedState, id, schoolYearId } = enrollment;
  if (decidedState !== "pending" && decidedState !== "waiting") return [];
  const [requested, list] = [await getRequestedPlaces(prisma(), id), getAssignedPlace(enrollment)];
  const isNotList = (place: Place) => !isSamePlace(place, list);
  const places = decidedState === "waiting" ? [list, ...requested.filter(isNotList)] : requested;
  const getFreePlace = createFreePlaceLookup(await readYearPlaces(prisma(), schoolYearId), enrollment);
  const isOffered = await createPairCheck(schoolYearId);
  const getPlaceName = await createPlaceNamer(schoolYearId);
  return places.map((place) => ({
    ...place,
    name: getPlaceName(place),
    ...toPlaceCounts(getFreePlace(place)),
    isOpen: listBlockers(getFreePlace(place)).length === 0,
    isOffered: isOffered(place),
  }));
}

const [initialState, ...decidedStates] = stateNames;

/** Display order of decisions, independent of the state; the reset is last. */
const ORDER: EnrollmentState[] = [...decidedStates, initialState];

function listDecidableStates(actor: Actor, enrollment: EnrollmentStatus) {
  const { decidedState, unnotified } = enrollment;
  return ORDER.filter((to) => {
    const transition = findTransition(decidedState, to);
    return (
      isPossible(enrollment, to) && transition && isAllowedFor(actor, transition, unnotified !== undefined)
    );
  });
}

/** An erased student's enrollment can only be withdrawn. */
const isPossible = ({ student }: EnrollmentStatus, to: EnrollmentState) =>
  to === "withdrawn" || !student.erasedAt;
