import type { EnrollmentState } from "@/generated/prisma/enums";
import { openAnswer } from "@/lib/decisions/answers/open-answer";
import { freePlacesFor, obstaclesOf } from "@/lib/decisions/free-places";
import { assignedPlace, placeNames, wishedPlaces } from "@/lib/decisions/place";
import { isSamePlace, type Place } from "@/lib/decisions/places/limits";
import { readYear } from "@/lib/decisions/read-year";
import { readStanding, type Standing } from "@/lib/decisions/standing";
import { mayMake, transitionOf } from "@/lib/decisions/transitions";
import { rankOf } from "@/lib/decisions/waiting-list";
import { stateNames } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { leftOf } from "./decide-choices";

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

export type ShownDecisions = Awaited<ReturnType<typeof showDecisions>>;

/**
 * How an enrollment stands for the desk: what is told and decided, the place, the rank, what somebody
 * may decide now, and every decision so far, the newest first.
 * @throws DecisionRefusal `unknown_enrollment`, StaffRefusal
 */
export async function showDecisions(actor: Actor, reference: string, locale: Locale) {
  demand(actor, "read");
  const standing = await readStanding(prisma(), { reference });
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
      place: joined(await placeNames(row.schoolYearId, row)),
    })),
  );
  return {
    standing,
    history,
    place: joined(await placeNames(standing.schoolYearId, assignedPlace(standing))),
    rank: standing.decidedState === "waiting" ? await rankOf(prisma(), standing) : undefined,
    answer: await openAnswer(prisma(), standing.id),
    wishes: await wishesLeft(standing),
    mayDecide: statesFor(actor, standing),
    tell: await usualTelling(standing.schoolYearId),
  };
}

/**
 * How the decisions of a year are told, unless somebody says otherwise: as the one before was, so that "with the list"
 * is not chosen for each of them.
 */
async function usualTelling(schoolYearId: number): Promise<"held" | "with_list"> {
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
export function plainPlace({ wishes, mayDecide }: Pick<ShownDecisions, "wishes" | "mayDecide">) {
  if (!mayDecide.includes("accepted")) return;
  const first = wishes.find(({ isOpen }) => isOpen);
  return first && (first.free === undefined || first.waiting === 0) ? first : undefined;
}

/** What somebody could be accepted for, with how many are free there and how many others wait. */
async function wishesLeft(standing: Standing) {
  const { decidedState, id, schoolYearId } = standing;
  if (decidedState !== "pending" && decidedState !== "waiting") return [];
  const [wished, list] = [await wishedPlaces(prisma(), id), assignedPlace(standing)];
  const isElse = (place: Place) => !isSamePlace(place, list);
  const places = decidedState === "waiting" ? [list, ...wished.filter(isElse)] : wished;
  const left = freePlacesFor(await readYear(prisma(), standing.schoolYearId), standing);
  return Promise.all(
    places.map(async (place) => ({
      ...place,
      name: joined(await placeNames(schoolYearId, place)),
      ...leftOf(left(place)),
      isOpen: obstaclesOf(left(place)).length === 0,
    })),
  );
}

const [begun, ...decided] = stateNames;

/** How decisions stand beside each other, however an enrollment stands: last what takes all of them back. */
const ORDER: EnrollmentState[] = [...decided, begun];

/** The states that somebody may decide for now. */
function statesFor(actor: Actor, { decidedState, untold }: Standing): EnrollmentState[] {
  return ORDER.filter((to) => {
    const row = transitionOf(decidedState, to);
    return row && mayMake(actor, row, { untold: untold !== undefined });
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
