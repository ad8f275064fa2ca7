import type { Prisma } from "@/generated/prisma/client";
import { isInRound } from "@/lib/admission/board/allot";
import { readPoints } from "@/lib/admission/claims/queries";
import { isPublicState, type Round } from "@/lib/admission/round";
import { combinePlaces, createPairCheck, isSamePlace, NO_PLACE, type Place } from "@/lib/decisions/place";
import { countTakenPlaces } from "@/lib/decisions/queries";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";

type RoundLimits = (Place & { free: number; places: number; given: number })[];

type ParticipantRow = {
  id: string;
  studentId: string;
  reference: string;
  specialities: number[];
  syllabi: number[];
  family: string | null;
};

/**
 * Why an enrollment is not in a round: no choices, a combination that the catalogue does not offer, only places without a
 * limit or excluded from the round, or submitted after the freeze.
 */
const outsideReasons = ["no_choice", "not_combined", "no_places", "left_out", "late"] as const;

type OutsideReason = (typeof outsideReasons)[number];

/**
 * The participants of a round if it were frozen now, and what is excluded (admission 3); a freeze locks the year's
 * enrollments first.
 */
export async function readParticipants(
  tx: Prisma.TransactionClient,
  { schoolYearId }: Pick<Round, "schoolYearId">,
  limits: RoundLimits,
) {
  const candidates = await tx.$queryRaw<ParticipantRow[]>`
    select e.id::text, e.reference, e.student_id::text as "studentId",
      array(select c.speciality_id from speciality_choices c where c.enrollment_id = e.id order by c.option) as specialities,
      array(select c.syllabus_id from syllabus_choices c where c.enrollment_id = e.id order by c.option) as syllabi,
      (select g.guardian_id::text from guardianships g where g.student_id = e.student_id and g.position = 1) as family
    from enrollments e join people p on p.id = e.student_id
    where e.school_year_id = ${schoolYearId} and e.decided_state in ('pending', 'waiting') and p.erased_at is null
    order by e.reference collate "C"`;
  const isOffered = await createPairCheck(schoolYearId);
  const [assignedKeys, withoutLimit] = [new Set<string>(), new Map<string, Place>()];
  const isAssigned = (place: Place) => {
    const key = `${place.specialityId}/${place.syllabusId}`;
    if (assignedKeys.has(key)) return true;
    if (withoutLimit.has(key)) return false;
    const isCovered = isInRound(place, limits);
    if (isCovered) assignedKeys.add(key);
    else withoutLimit.set(key, place);
    return isCovered;
  };
  const enrollments = candidates.map((candidate) => {
    const allChoices = combinePlaces(candidate.specialities, candidate.syllabi);
    const offered = allChoices.filter(isOffered);
    const reason: OutsideReason =
      allChoices.length === 0 ? "no_choice" : offered.length === 0 ? "not_combined" : "no_places";
    return { ...candidate, allChoices, reason, choices: offered.filter(isAssigned) };
  });
  return {
    /** Sorted by reference, which does not reveal the order of submission. */
    participants: enrollments.filter(({ choices }) => choices.length > 0),
    /** Enrollments without a choice that the round assigns. */
    withoutChoice: enrollments
      .filter(({ choices }) => choices.length === 0)
      .map(({ allChoices, ...enrollment }) => ({ ...enrollment, choices: allChoices })),
    /** Chosen places without a limit, which the desk decides. */
    withoutLimit: [...withoutLimit.values()],
  };
}

/** The pending and waiting enrollments outside a round, with the reason and the first choice (admission 3). */
export async function listOutsideRound(actor: Actor, round: Round) {
  requirePermission(actor, "read");
  const [{ participants, withoutChoice }, { leftOut }, entries] = await Promise.all([
    readParticipants(prisma(), round, await readRoundLimits(prisma(), round)),
    listRoundLimits(round.schoolYearId, round.id),
    prisma().roundEntry.findMany({
      where: { roundId: round.id, late: false },
      select: { enrollmentId: true },
    }),
  ]);
  const listedIds = new Set(entries.map(({ enrollmentId }) => enrollmentId));
  const lateEntries = isPublicState(round.state) ? participants : [];
  const outside = [
    ...withoutChoice.map((row) => {
      const isLeftOut = row.reason === "no_places" && row.choices.some((place) => isInRound(place, leftOut));
      return isLeftOut ? { ...row, reason: "left_out" as const } : row;
    }),
    ...lateEntries.map((enrollment) => ({ ...enrollment, reason: "late" as const })),
  ];
  return outside
    .filter(({ id }) => !listedIds.has(id))
    .sort((a, b) => outsideReasons.indexOf(a.reason) - outsideReasons.indexOf(b.reason))
    .map(({ reference, studentId, choices: [first = NO_PLACE], reason }) => ({
      reference,
      studentId,
      schoolYearId: round.schoolYearId,
      ...first,
      reason,
    }));
}

/** The entries that a freeze would write now, with points. */
export async function readFreezeEntries(
  tx: Prisma.TransactionClient,
  round: Pick<Round, "schoolYearId" | "criteria">,
  limits: RoundLimits,
) {
  const { participants } = await readParticipants(tx, round, limits);
  const points = await readPoints(
    tx,
    round.criteria,
    participants.map(({ id }) => id),
  );
  const shares = await findSharingSiblings(tx, round, participants);
  return participants.map(({ id, studentId, reference, choices }) => ({
    enrollmentId: id,
    studentId,
    reference,
    choices,
    ...(points.get(id) ?? { merits: [], points: 0 }),
    shares: shares.get(id) ?? "",
  }));
}

export async function readRoundLimits(
  tx: Prisma.TransactionClient,
  { id, schoolYearId }: Pick<Round, "id" | "schoolYearId">,
): Promise<RoundLimits> {
  const { limits, leftOut } = await listRoundLimits(schoolYearId, id, tx);
  const countTaken = await countTakenPlaces(tx, schoolYearId);
  return limits
    .filter((limit) => !leftOut.some((place) => isSamePlace(place, limit)))
    .map((limit) => addGivenCount(limit, countTaken));
}

/** All limits of a year, and those that a round leaves to the desk. */
export async function listRoundLimits(
  schoolYearId: number,
  roundId: number | undefined,
  db: Prisma.TransactionClient = prisma(),
): Promise<{ limits: (Place & { places: number })[]; leftOut: Place[] }> {
  const place = { specialityId: true, syllabusId: true };
  const byId = { id: "asc" } as const;
  const [limits, leftOut] = await Promise.all([
    db.place.findMany({ where: { schoolYearId }, orderBy: byId, select: { ...place, places: true } }),
    roundId === undefined
      ? []
      : db.roundPlace.findMany({ where: { roundId, leftOut: true }, orderBy: byId, select: place }),
  ]);
  return { limits, leftOut };
}

/** A limit with the places assigned before the round, and the free ones. */
export function addGivenCount(limit: Place & { places: number }, countTaken: (limit: Place) => number) {
  const given = countTaken(limit);
  return { ...limit, given, free: limit.places - given };
}

/** Siblings with the same first guardian of whom at least one asked to share: a number per family, from 1. */
async function findSharingSiblings(
  tx: Prisma.TransactionClient,
  { criteria }: Pick<Round, "criteria">,
  candidates: Pick<ParticipantRow, "id" | "family">[],
): Promise<Map<string, string>> {
  const claims = await tx.merit.findMany({
    where: { criterionId: { in: criteria.filter(({ source }) => source === "shares").map(({ id }) => id) } },
    select: { enrollmentId: true },
  });
  const sharingIds = new Set(claims.map(({ enrollmentId }) => enrollmentId));
  const families = new Map<string, string[]>();
  for (const { id, family } of candidates) {
    if (family) families.set(family, [...(families.get(family) ?? []), id]);
  }
  const groups = [...families.values()].filter(
    (children) => children.length > 1 && children.some((id) => sharingIds.has(id)),
  );
  return new Map(groups.flatMap((children, index) => children.map((id) => [id, String(index + 1)] as const)));
}
