import type { EnrollmentState } from "@/generated/prisma/enums";
import { findOpenConfirmation } from "@/lib/decisions/answers/open-answer";
import { createFreePlaceLookup, listBlockers } from "@/lib/decisions/free-places";
import { getAssignedPlace, getPlaceNames, getRequestedPlaces } from "@/lib/decisions/place";
import { isSamePlace, type Place } from "@/lib/decisions/places/limits";
import { readYearPlaces } from "@/lib/decisions/read-year";
import { readEnrollmentStatus, type EnrollmentStatus } from "@/lib/decisions/standing";
import { isAllowedFor, findTransition } from "@/lib/decisions/transitions";
import { readRank } from "@/lib/decisions/waiting-list";
import { stateNames } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { toPlaceCounts } from "./decide-choices";

const shown = {
  id: true,
  fromState: true,
  toState: true,
  schoolYearId: true,
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
 * How an enrollment stands for the desk: what is told and decided, the place, the rank, what somebody
 * may decide now, and every decision so far, the newest first.
 * @throws DecisionRefusal `unknown_enrollment`, StaffRefusal
 */
export async function readDecisionHistory(actor: Actor, reference: string, locale: Locale) {
  requirePermission(actor, "read");
  const standing = await readEnrollmentStatus(prisma(), { reference });
  const rows = await prisma().decision.findMany({
    where: { enrollmentId: standing.id },
    orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
    select: shown,
  });
  const names = await memberNames(
    rows.flatMap(({ actorKind, actorId }) => (actorKind === "staff" && actorId ? actorId : [])),
  );
  const history = await Promise.all(
    rows.map(async ({ actorId, reason, ...row }) => ({
      ...row,
      who: actorId ? names.get(actorId) : undefined,
      reason: reason?.[locale],
      place: joined(await getPlaceNames(row.schoolYearId, row)),
    })),
  );
  return {
    standing,
    history,
    place: joined(await getPlaceNames(standing.schoolYearId, getAssignedPlace(standing))),
    rank: standing.decidedState === "waiting" ? await readRank(prisma(), standing) : undefined,
    answer: await findOpenConfirmation(prisma(), standing.id),
    wishes: await listRequestedPlaces(standing),
    mayDecide: listDecidableStates(actor, standing),
    tell: await getUsualNotifyWhen(standing.schoolYearId),
  };
}

/**
 * How the decisions of a year are told, unless somebody says otherwise: as the one before was, so that "with the list"
 * is not chosen for each of them.
 */
async function getUsualNotifyWhen(schoolYearId: number): Promise<"held" | "with_list"> {
  const last = await prisma().decision.findFirst({
    where: { schoolYearId, actorKind: { in: ["staff", "command"] } },
    orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
    select: { withList: true },
  });
  return last?.withList ? "with_list" : "held";
}

/**
 * What is accepted by one press: the first wish with a free place, if nobody else waits for it or it has no limit. Undefined for all that
 * is better looked at before.
 */
export function getOneClickPlace({ wishes, mayDecide }: Pick<DecisionHistory, "wishes" | "mayDecide">) {
  if (!mayDecide.includes("accepted")) return;
  const first = wishes.find(({ isOpen }) => isOpen);
  return first && (first.free === undefined || first.waiting === 0) ? first : undefined;
}

/** What somebody could be accepted for, with how many are free there and how many others wait. */
async function listRequestedPlaces(standing: EnrollmentStatus) {
  const { decidedState, id, schoolYearId } = standing;
  if (decidedState !== "pending" && decidedState !== "waiting") return [];
  const [wished, list] = [await getRequestedPlaces(prisma(), id), getAssignedPlace(standing)];
  const isElse = (place: Place) => !isSamePlace(place, list);
  const places = decidedState === "waiting" ? [list, ...wished.filter(isElse)] : wished;
  const left = createFreePlaceLookup(await readYearPlaces(prisma(), standing.schoolYearId), standing);
  return Promise.all(
    places.map(async (place) => ({
      ...place,
      name: joined(await getPlaceNames(schoolYearId, place)),
      ...toPlaceCounts(left(place)),
      isOpen: listBlockers(left(place)).length === 0,
    })),
  );
}

const [begun, ...decided] = stateNames;

/** How decisions stand beside each other, however an enrollment stands: last what takes all of them back. */
const ORDER: EnrollmentState[] = [...decided, begun];

/** The states that somebody may decide for now. */
function listDecidableStates(actor: Actor, { decidedState, untold }: EnrollmentStatus): EnrollmentState[] {
  return ORDER.filter((to) => {
    const row = findTransition(decidedState, to);
    return row && isAllowedFor(actor, row, { untold: untold !== undefined });
  });
}

async function memberNames(ids: string[]): Promise<Map<string, string>> {
  const members = await prisma().staffMember.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, email: true },
  });
  return new Map(members.map(({ id, name, email }) => [id, name ?? email]));
}

const joined = ({ speciality, syllabus }: { speciality?: string; syllabus?: string }) =>
  [speciality, syllabus].filter(Boolean).join(", ");
