import type { Prisma } from "@/generated/prisma/client";
import { isInRound } from "@/lib/admission/board/allot";
import {
  canObject,
  findCountedCriteria,
  findRoundTakingClaims,
  type PointsRow,
} from "@/lib/admission/claims/queries";
import { readRoundLimits } from "@/lib/admission/draw/queries";
import { findOwnRow, readPublicRound } from "@/lib/admission/queries";
import { getRenewalDeadline } from "@/lib/admission/renewal/queries";
import {
  findActiveRound,
  getPublicState,
  isClaimable,
  type Round,
  roundColumns,
} from "@/lib/admission/round";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { createPairCheck, getRequestedPlaces } from "@/lib/decisions/place";
import { getEnrollmentWindow } from "@/lib/enrollment/rules";
import { getState, type State } from "@/lib/enrollment/states";
import { createRoleColumns, getFamilyRole, whereVisibleTo } from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";

export type OwnRound = NonNullable<Awaited<ReturnType<typeof readOwnRound>>>;

type Row = { id: string; state: State; schoolYearId: number };

/** The enrollment's round: the current one of its year, unless it is open and assigns none of the choices; else its last. */
export async function findOwnRound(
  db: Prisma.TransactionClient,
  { id: enrollmentId, state, schoolYearId }: Row,
): Promise<Round | null> {
  const active = isUndecided(state) ? await findActiveRound(schoolYearId, db) : null;
  if (active && (active.state !== "open" || (await hasChoiceInRound(db, active, enrollmentId))))
    return active;
  return db.round.findFirst({
    where: { schoolYearId, entries: { some: { enrollmentId } } },
    orderBy: { id: "desc" },
    select: roundColumns,
  });
}

/** Whether a round assigns a choice: the rule of `readParticipants`, whatever the desk has decided meanwhile. */
async function hasChoiceInRound(db: Prisma.TransactionClient, round: Round, enrollmentId: string) {
  const limits = await readRoundLimits(db, round);
  const isOffered = await createPairCheck(round.schoolYearId);
  const choices = await getRequestedPlaces(db, enrollmentId);
  return choices.some((place) => isOffered(place) && isInRound(place, limits));
}

/** As far as the family knows. */
const isUndecided = (state: State) => state === "pending" || getState(state).holds === "list";

/** A round as a related person may see it. @returns undefined when the person or the enrollment is not related to a round */
export async function readOwnRound(personId: string, reference: string, now: Date) {
  const row = await prisma().enrollment.findFirst({
    where: { reference, ...whereVisibleTo(personId) },
    select: { id: true, state: true, schoolYearId: true, ...createRoleColumns(personId) },
  });
  const role = row && getFamilyRole(row, personId, await getSchoolToday(now));
  const round = row && role !== "former" && (await findOwnRound(prisma(), row));
  if (!role || !round) return undefined;
  const isSender = role === "sender";
  const entry = await readOwnEntry(row.id, round);
  const isUnassessed = isSender && !entry;
  const claimRound =
    isUnassessed && isUndecided(row.state) ? await findRoundTakingClaims(row.schoolYearId) : undefined;
  return {
    round,
    state: getPublicState(round),
    reference,
    student: row.student.name ?? "",
    role,
    /** Only the sender sees the points by criterion: they reveal siblings, health and income. */
    isSender,
    canClaim: claimRound?.id === round.id,
    claims: isUnassessed ? await readClaims(row.id, round) : [],
    counted: isUnassessed ? await findCountedCriteria(prisma(), round.criteria, row.id) : [],
    entry: entry && (isSender ? entry : hideDetails(entry, round)),
    result: await readOwnResult(round, reference),
    canObject: isSender && (await canObject(round)),
    objections: await listObjections(personId, row.id, round),
  };
}

/** The public part of an entry; no total where only ranks are public. */
const hideDetails = (entry: Entry, { publishedPoints }: Round): Entry => ({
  ...entry,
  lines: [],
  total: publishedPoints === "ranks" ? undefined : entry.total,
});

async function readClaims(enrollmentId: string, { criteria }: Round) {
  const merits = await prisma().merit.findMany({ where: { enrollmentId } });
  return criteria.filter(isClaimable).map((criterion) => {
    const merit = merits.find(({ criterionId }) => criterionId === criterion.id);
    return { criterion, state: merit?.state as "claimed" | "checked" | "refused" | undefined };
  });
}

type Entry = Omit<NonNullable<Awaited<ReturnType<typeof readOwnEntry>>>, "total"> & {
  total: number | undefined;
};

async function readOwnEntry(enrollmentId: string, { id: roundId, criteria }: Round) {
  const entry = await prisma().roundEntry.findUnique({
    where: { roundId_enrollmentId: { roundId, enrollmentId } },
  });
  if (!entry) return undefined;
  const { points: total, drawn, late } = entry;
  const lines = (entry.merits as PointsRow[]).flatMap(([code, points]) => {
    const criterion = criteria.find((row) => row.code === code);
    return criterion ? [{ criterion, points }] : [];
  });
  return { lines, total, drawn, late };
}

async function readOwnResult({ code }: Round, reference: string) {
  const published = await readPublicRound(code);
  const ownRow = published?.result && findOwnRow(published.result, reference);
  if (!published?.result || !ownRow) return undefined;
  return { ownRow, count: published.result.lines.length, isProvisional: published.state === "provisional" };
}

const listObjections = (personId: string, enrollmentId: string, { id: roundId }: Round) =>
  prisma().objection.findMany({
    where: { personId, enrollmentId, roundId },
    orderBy: { id: "asc" },
    select: { words: true, createdAt: true, answer: true, upheld: true },
  });

/**
 * Why choices can no longer be changed. To change them, call it in the transaction that locks the enrollment, which a
 * freeze waits for (admission 3).
 */
export async function findChoicesBlocker(
  { state, schoolYearId }: { state: State; schoolYearId: number },
  today: Day,
  db: Prisma.TransactionClient = prisma(),
) {
  if (state !== "pending") return "not_allowed";
  if (await isListClosed(schoolYearId, db)) return "list_closed";
  const year = (await getCatalogueSnapshot()).schoolYears.find(({ id }) => id === schoolYearId);
  if (year && getEnrollmentWindow(year, today) === "open") return;
  return (await getRenewalDeadline(db, schoolYearId, today)) ? undefined : "day_is_over";
}

/** Whether a round of a year is frozen and not closed: families cannot change choices then (admission 3). */
const isListClosed = async (schoolYearId: number, db: Prisma.TransactionClient): Promise<boolean> =>
  (await db.round.count({
    where: { schoolYearId, state: { in: ["frozen", "drawn", "provisional", "final"] } },
  })) > 0;
