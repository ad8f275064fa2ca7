import type { Prisma } from "@/generated/prisma/client";
import { findCountedCriteria, type PointsRow } from "@/lib/admission/claims/queries";
import { canObject, findRoundTakingClaims } from "@/lib/admission/claims/verbs";
import { findOwnRow, type OwnRow, readPublicRound } from "@/lib/admission/queries";
import { type Criterion, getPublicState, isClaimable, type Round, roundColumns } from "@/lib/admission/round";
import { getState } from "@/lib/enrollment/states";
import {
  createRoleColumns,
  type FamilyRole,
  getFamilyRole,
  whereVisibleTo,
} from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

/** A family's claim of a criterion, and the desk's decision. */
export type Claim = { criterion: Criterion; state: "claimed" | "checked" | "refused" | undefined };

/** A round as a related person may see it. */
export type OwnRound = {
  round: Round;
  /** As public. */
  state: Round["state"];
  reference: string;
  student: string;
  part: FamilyRole;
  /** Only the sender sees the points by criterion: they reveal siblings, health and income. */
  isSender: boolean;
  /** Whether points can be claimed now. */
  asks: boolean;
  claims: Claim[];
  /** Criteria that the school counts itself, as they are now. */
  counted: Criterion[];
  /** As frozen. */
  entry: Entry | undefined;
  result: { own: OwnRow; count: number; isProvisional: boolean } | undefined;
  mayObject: boolean;
  objections: { words: string; at: Date; answer: string | null; upheld: boolean | null }[];
};

const seen = {
  id: true,
  reference: true,
  state: true,
  schoolYearId: true,
  schoolYear: { select: { year: true } },
} satisfies Prisma.EnrollmentSelect;

type Row = Pick<Prisma.EnrollmentGetPayload<{ select: typeof seen }>, "id" | "state" | "schoolYearId">;

/** The enrollment's round: the current one of its year, else its last. */
export async function findOwnRound(
  db: Prisma.TransactionClient,
  { id: enrollmentId, state, schoolYearId }: Row,
): Promise<Round | null> {
  const within = { entries: { some: { enrollmentId } } };
  const open = { state: { notIn: ["draft", "closed"] } } satisfies Prisma.RoundWhereInput;
  return db.round.findFirst({
    where: { schoolYearId, OR: isUndecided({ state }) ? [open, within] : [within] },
    orderBy: { id: "desc" },
    select: roundColumns,
  });
}

type Entry = {
  lines: { criterion: Criterion; points: number }[];
  /** Undefined where only ranks are public. */
  total: number | undefined;
  drawn: string | null;
  late: boolean;
};

/** As far as the family knows. */
const isUndecided = ({ state }: Pick<Row, "state">) =>
  state === "pending" || getState(state).holds === "list";

/** @returns undefined when the person or the enrollment is not related to a round */
export async function readOwnRound(
  personId: string,
  reference: string,
  now: Date,
): Promise<OwnRound | undefined> {
  const { studentId, student } = createRoleColumns(personId);
  const row = await prisma().enrollment.findFirst({
    where: { reference, ...whereVisibleTo(personId) },
    select: { ...seen, studentId, student: { select: { ...student.select, name: true } } },
  });
  const part = row && getFamilyRole(row, personId, getToday((await getSettings()).time_zone, now));
  const round = row && part !== "former" && (await findOwnRound(prisma(), row));
  if (!part || !round) return undefined;
  const isSender = part === "sender";
  const entry = await readOwnEntry(row.id, round);
  const before = isSender && !entry;
  const asking = before && isUndecided(row) ? await findRoundTakingClaims(row.schoolYearId) : undefined;
  return {
    round,
    state: getPublicState(round),
    reference,
    student: row.student.name ?? "",
    part,
    isSender,
    asks: asking?.id === round.id,
    claims: before ? await claimsOf(row.id, round) : [],
    counted: before ? await findCountedCriteria(prisma(), round.criteria, row.id) : [],
    entry: entry && hideFrom(isSender, round, entry),
    result: await resultOf(round, reference),
    mayObject: isSender && (await canObject(round)),
    objections: await objectionsBy(personId, row.id, round),
  };
}

/** The public part of an entry, for others than the sender. */
const hideFrom = (isSender: boolean, { publishedPoints }: Round, entry: Entry): Entry =>
  isSender ? entry : { ...entry, lines: [], total: publishedPoints === "ranks" ? undefined : entry.total };

async function claimsOf(enrollmentId: string, { criteria }: Round): Promise<Claim[]> {
  const own = await prisma().merit.findMany({ where: { enrollmentId } });
  return criteria.filter(isClaimable).map((criterion) => {
    const merit = own.find(({ criterionId }) => criterionId === criterion.id);
    return { criterion, state: merit?.state as Claim["state"] };
  });
}

async function readOwnEntry(
  enrollmentId: string,
  { id: roundId, criteria }: Round,
): Promise<Entry | undefined> {
  const entry = await prisma().roundEntry.findUnique({
    where: { roundId_enrollmentId: { roundId, enrollmentId } },
  });
  if (!entry) return undefined;
  const { points: total, drawn, late } = entry;
  const lines = (entry.merits as PointsRow[]).flatMap(([code, points]) => {
    const criterion = criteria.find((one) => one.code === code);
    return criterion ? [{ criterion, points }] : [];
  });
  return { lines, total, drawn, late };
}

/** Its row in the published list. */
async function resultOf({ code }: Round, reference: string): Promise<OwnRound["result"]> {
  const published = await readPublicRound(code);
  const own = published?.result && findOwnRow(published.result, reference);
  if (!published?.result || !own) return undefined;
  return {
    own,
    count: published.result.lines.length,
    isProvisional: published.state === "provisional",
  };
}

/** The person's objections to the provisional list with the answers. */
async function objectionsBy(personId: string, enrollmentId: string, { id: roundId }: Round) {
  const rows = await prisma().objection.findMany({
    where: { personId, enrollmentId, roundId },
    orderBy: { id: "asc" },
    select: { words: true, createdAt: true, answer: true, upheld: true },
  });
  return rows.map(({ createdAt, ...row }) => ({ ...row, at: createdAt }));
}
