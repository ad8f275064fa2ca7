import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { hasPermission } from "@/lib/people/staff/rights";
import { type ActionContext, ActionError, defineAction } from "@/lib/people/verb";
import { toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getSchoolToday } from "@/lib/school/today";
import { readPoints, sumPoints } from "./points";
import { type Criterion, incrementVersion, type Round, findActiveRound } from "./round";

/** What a family can claim in a round. */
export const claimableSources: readonly string[] = ["claimed", "shares"];
export const isClaimable = ({ source }: Pick<Criterion, "source">): boolean => claimableSources.includes(source);

/** The round of a year in which families claim merits now; undefined where none asks, or its day is over. */
export async function findRoundTakingClaims(
  schoolYearId: number,
  db: Prisma.TransactionClient = prisma(),
): Promise<Round | undefined> {
  const round = await findActiveRound(schoolYearId, db);
  if (round?.state !== "open" || !round.criteria.some(isClaimable)) return undefined;
  return round.meritsBy && toDay(round.meritsBy) < (await getSchoolToday()) ? undefined : round;
}

/**
 * Writes what a family claims for an enrollment, in the transaction that sends it or changes it; what was claimed before
 * and is no longer named goes, what the office has checked stays as it said. Codes that the round lacks are left out.
 * @returns the codes that are claimed then; undefined where no round asks
 */
export async function saveClaims(
  tx: Prisma.TransactionClient,
  { id: enrollmentId, schoolYearId }: { id: string; schoolYearId: number },
  codes: string[],
): Promise<string[] | undefined> {
  const round = await findRoundTakingClaims(schoolYearId, tx);
  if (!round) return undefined;
  const claimable = round.criteria.filter(isClaimable);
  const wanted = claimable.filter(({ code }) => codes.includes(code));
  await tx.merit.deleteMany({
    where: {
      enrollmentId,
      state: { not: "refused" },
      criterionId: { in: claimable.filter((one) => !wanted.includes(one)).map(({ id }) => id) },
    },
  });
  await tx.merit.createMany({
    data: wanted.map(({ id: criterionId, source }) => ({
      enrollmentId,
      criterionId,
      // Who shares a number has nothing to prove.
      state: source === "shares" ? "checked" : "claimed",
    })),
    skipDuplicates: true,
  });
  return wanted.map(({ code }) => code);
}

/**
 * What the office says of a merit: that it holds, or not, or a mark. Until the freeze; and afterwards where an objection
 * is upheld: then the points of that entry alone are counted anew (admission 6).
 * @throws Refused `reference: unknown`, `criterion_unknown`, `mark: invalid`, `round_state`
 */
export const checkClaim = defineAction(
  "merit_checked",
  "check_merits",
  z.object({
    reference: z.string(),
    criterion: z.string(),
    state: z.enum(["claimed", "checked", "refused"]),
    mark: z.number().int().min(0).max(1_000).nullable().default(null),
  }),
  async (doing, { reference, criterion: code, state, mark }) => {
    const { tx, now, audit } = doing;
    const enrollment = await tx.enrollment.findFirst({
      where: { reference },
      select: { id: true, schoolYearId: true },
    });
    if (!enrollment) throw new ActionError({ field: "reference", code: "unknown" });
    const round = await lockRound(doing, enrollment.schoolYearId);
    const criterion = round?.criteria.find((one) => one.code === code);
    if (!round || !criterion || criterion.source === "counted")
      throw new ActionError({ code: "criterion_unknown" });
    const isMark = criterion.source === "mark";
    if (isMark !== (mark !== null) || (mark ?? 0) > criterion.points)
      throw new ActionError({ field: "mark", code: "invalid" });
    const key = { enrollmentId: enrollment.id, criterionId: criterion.id };
    const before = await tx.merit.findFirst({ where: key, select: { state: true } });
    const data = { state, mark, checkedAt: state === "claimed" ? null : now };
    await tx.merit.upsert({
      where: { enrollmentId_criterionId: key },
      create: { ...key, ...data },
      update: data,
      select: { state: true },
    });
    if (round.state === "provisional") {
      await recountPoints(tx, round, enrollment.id);
      await incrementVersion(doing, round);
    }
    // Not which: what it tells of health or income stays with the merit, and goes with it.
    await audit({ kind: "enrollment", id: reference }, { merit: [before?.state, state] });
  },
);

/** Holds the year's round, so that it is not frozen meanwhile. */
async function lockRound({ tx, actor }: ActionContext, schoolYearId: number): Promise<Round | null> {
  await tx.$queryRaw`
    select 1 from rounds where school_year_id = ${schoolYearId} and state not in ('draft', 'closed') for share`;
  const round = await findActiveRound(schoolYearId, tx);
  const state = round?.state ?? "open";
  if (state === "open" || (state === "provisional" && hasPermission(actor, "run_round"))) return round;
  throw new ActionError({ code: "round_state", values: { state } });
}

async function recountPoints(
  tx: Prisma.TransactionClient,
  { id: roundId, criteria }: Round,
  enrollmentId: string,
) {
  const merits = (await readPoints(tx, criteria, [enrollmentId])).get(enrollmentId) ?? [];
  await tx.roundEntry.updateMany({
    where: { roundId, enrollmentId },
    data: { merits, points: sumPoints(merits) },
  });
}
