import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { listRoundLimits } from "@/lib/admission/draw/queries";
import { drawMethods, pointsFormats } from "@/lib/admission/draw-order";
import { lockRound, type Round, roundVersionSchema, setRoundState } from "@/lib/admission/round";
import { requireYear } from "@/lib/decisions/place";
import { DomainError, type DomainIssue, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, isDay, toDate } from "@/lib/platform/dates";
import { columnId } from "@/lib/platform/schema";
import { getSchoolToday } from "@/lib/school/settings";
import type { CriterionShape, RoundChange, RoundDays } from "./round-changes";
import { listRoundChanges, roundDays, toCriterionShape, toRoundDays } from "./round-changes";

const countedCriteria = ["sibling", "last_year", "asked_before", "age"] as const;

const requiredText = (max: number) => z.string().trim().min(1, "required").max(max, "too_long");

const yearsSchema = z.number().int().min(1).max(99).nullable().default(null);

export const criterionSchema = z
  .object({
    code: z.string().regex(/^[a-z0-9_]{1,40}$/, "invalid_value"),
    es: requiredText(120),
    ca: requiredText(120),
    en: requiredText(120),
    points: z.number().int().min(0).max(1_000),
    group: z.string().trim().max(40).nullable().default(null),
    source: z.enum(["counted", "claimed", "mark", "shares"]),
    counts: z.enum(countedCriteria).nullable().default(null),
    fromYears: yearsSchema,
    years: yearsSchema,
    sensitive: z.boolean().default(false),
  })
  .refine(({ source, counts }) => (source === "counted") === (counts !== null), {
    path: ["counts"],
    error: "invalid_value",
  })
  .refine(
    ({ counts, fromYears, years }) =>
      counts === "age"
        ? (fromYears ?? years) !== null && (fromYears ?? 1) <= (years ?? 99)
        : fromYears === null && (years === null || counts === "asked_before"),
    { path: ["years"], error: "invalid_value" },
  );

/** Part of the round's URL and of the hashed text. */
const roundCodeSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "invalid_value");

const daySchema = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => text === "" || isDay(text), "invalid_date")
  .transform((text) => text || null)
  .nullable()
  .default(null);

const optionalId = columnId.nullable();

const planSchema = z.object({
  name: requiredText(120),
  method: z.enum(drawMethods).default("numbers"),
  meritsBy: daySchema,
  drawOn: daySchema,
  objectionsBy: daySchema,
  answerBy: daySchema,
  listedUntil: daySchema,
  criteria: z.array(criterionSchema).max(30).optional(),
  /** The year's limits that the round does not assign. */
  leftOut: z.array(z.object({ specialityId: optionalId, syllabusId: optionalId })).optional(),
});

type Plan = z.output<typeof planSchema>;

/**
 * Errors of a plan, or of the correction of `current`, that need more than its fields. Invalid days are ignored.
 * A correction may keep a day that is over.
 */
export async function listPlanIssues(
  plan: { [name in keyof RoundDays | "round" | "reason"]?: string | null | undefined },
  today: Day,
  current?: Round | null,
  tx: VerbContext["tx"] = prisma(),
): Promise<DomainIssue[]> {
  const issues: DomainIssue[] = [];
  if (current?.state === "open") {
    if (!plan.reason?.trim()) issues.push({ field: "reason", code: "required" });
  } else if (plan.round && plan.round !== current?.code) {
    if ((await tx.round.count({ where: { code: plan.round } })) > 0)
      issues.push({ field: "round", code: "round_exists" });
  }
  const currentDays = current && toRoundDays(current);
  let last = "";
  for (const field of roundDays) {
    const day = plan[field] ?? "";
    if (!isDay(day)) continue;
    if (day < today && day !== currentDays?.[field]) issues.push({ field, code: "day_past" });
    else if (day < last) issues.push({ field, code: "day_order" });
    last = day;
  }
  return issues;
}

/** @throws DomainError as in `listPlanIssues` */
async function assertPlan(
  { tx, now }: VerbContext,
  plan: Parameters<typeof listPlanIssues>[0],
  current?: Round,
): Promise<void> {
  const issues = await listPlanIssues(plan, await getSchoolToday(now), current, tx);
  if (issues.length > 0) throw new DomainError(...issues);
}

const toDates = (plan: RoundDays) =>
  Object.fromEntries(roundDays.map((name) => [name, plan[name] && toDate(plan[name])]));

const reasonSchema = z.string().trim().min(1, "required").max(500, "too_long");

/**
 * Plans a round of a school year: dates, criteria and excluded limits.
 * @throws DomainError `round: round_exists`; `day_past`; `day_order`
 */
export const planRound = verb(
  "round_planned",
  "run_round",
  planSchema.extend({ round: roundCodeSchema, year: columnId }),
  async (context, { round: code, year: schoolYearId, criteria, leftOut, ...plan }) => {
    const { tx, audit } = context;
    await requireYear(tx, schoolYearId);
    await assertPlan(context, { round: code, ...plan });
    const data = { code, schoolYearId, ...plan, ...toDates(plan) };
    const { id } = await tx.round.create({ data, select: { id: true } });
    await saveCriteriaAndPlaces(context, id, { criteria, leftOut });
    await audit(
      { kind: "round", id: code },
      { name: [null, plan.name], criteria: [null, criteria?.map(formatCriterion).join(" · ")] },
    );
  },
);

/**
 * Opens a round: families can claim points, and its places are assigned only in it.
 * @throws DomainError `another_round` while another one of the year is active
 */
export const openRound = verb("round_opened", "run_round", roundVersionSchema, async (context, input) => {
  const round = await lockRound(context, input, "draft");
  const { schoolYearId } = round;
  // Serialises concurrent openings.
  await context.tx.$queryRaw`select 1 from school_years where id = ${schoolYearId} for no key update`;
  const activeRounds = await context.tx.round.count({
    where: { schoolYearId, state: { notIn: ["draft", "closed"] } },
  });
  if (activeRounds > 0) throw new DomainError({ code: "another_round" });
  await setRoundState(context, round, "open");
});

/**
 * Changes a round before the freeze. A draft can change completely; an open round its name, dates, criteria and
 * places, with a reason: its page lists the changes, and claims of a changed criterion are deleted (admission 1).
 * @throws DomainError `reason: required`; `round: round_exists`; `day_past`; `day_order`
 */
export const changeRound = verb(
  "round_corrected",
  "run_round",
  planSchema.extend({
    ...roundVersionSchema.shape,
    round: roundCodeSchema.optional(),
    reason: z.string().trim().max(500, "too_long").default(""),
  }),
  async (context, { code, version, round: newCode = code, reason, criteria, leftOut, method, ...plan }) => {
    const { tx, audit } = context;
    const round = await lockRound(context, { code, version }, "draft", "open");
    await assertPlan(context, { round: newCode, reason, ...plan }, round);
    const isDraft = round.state === "draft";
    const current = {
      ...round,
      ...toRoundDays(round),
      leftOut: (await listRoundLimits(round.schoolYearId, round.id, tx)).leftOut,
    };
    const corrected = { ...plan, criteria: criteria ?? round.criteria, leftOut: leftOut ?? current.leftOut };
    const changes = listRoundChanges(current, corrected);
    if (isDraft) {
      const data = { code: newCode, method, version: { increment: 1 } };
      await tx.round.update({ where: { id: round.id }, data, select: { id: true } });
    } else {
      if (changes.length === 0) return;
      await createCorrectionStep(context, round, reason, changes);
    }
    await tx.round.update({
      where: { id: round.id },
      data: { ...plan, ...toDates(plan) },
      select: { id: true },
    });
    await replaceCriteria(tx, round, corrected.criteria);
    await saveCriteriaAndPlaces(context, round.id, { leftOut: corrected.leftOut });
    await audit(
      { kind: "round", id: isDraft ? newCode : code },
      {
        name: [round.name, plan.name],
        criteria: [round.criteria, corrected.criteria].map((list) =>
          list.map(formatCriterion).join(" · "),
        ) as [string, string],
        reason: [null, reason || null],
      },
    );
  },
);

export const discardRound = verb("round_discarded", "run_round", roundVersionSchema, async (context, key) => {
  const round = await lockRound(context, key, "draft");
  await context.tx.round.delete({ where: { id: round.id }, select: { id: true } });
  await context.audit({ kind: "round", id: round.code }, { name: [round.name, null] });
});

/** Withdraws an open round. Nobody is notified; its page shows the reason, and another round can be planned (admission 1). */
export const withdrawRound = verb(
  "round_withdrawn",
  "run_round",
  roundVersionSchema.extend({ reason: reasonSchema }),
  async (context, { reason, ...input }) => {
    const round = await lockRound(context, input, "open");
    await setRoundState(context, round, "closed", { reason });
  },
);

/** Chooses whether lists publish totals or ranks, until the freeze. */
export const choosePointsFormat = verb(
  "round_changed",
  "run_round",
  roundVersionSchema.extend({ publishedPoints: z.enum(pointsFormats) }),
  async (context, { publishedPoints, ...input }) => {
    const round = await lockRound(context, input, "draft", "open");
    const data = { publishedPoints, version: { increment: 1 } };
    await context.tx.round.update({ where: { id: round.id }, data, select: { id: true } });
    await context.audit(
      { kind: "round", id: round.code },
      { ranks_only: [isRanks(round.publishedPoints), isRanks(publishedPoints)] },
    );
  },
);

const isRanks = (format: string) => (format === "ranks" ? "yes" : "no");

/** A criterion for the audit log: code, points and years, such as `age 2 (6–8)`. */
function formatCriterion({
  code,
  points,
  counts,
  fromYears,
  years,
}: Pick<CriterionShape, "code" | "points" | "counts" | "fromYears" | "years">): string {
  const span = counts === "age" ? `${fromYears ?? ""}–${years ?? ""}` : years;
  return `${code} ${points}${span ? ` (${span})` : ""}`;
}

async function saveCriteriaAndPlaces(
  { tx }: VerbContext,
  roundId: number,
  { criteria, leftOut }: Pick<Plan, "criteria" | "leftOut">,
) {
  if (criteria) {
    await tx.criterion.deleteMany({ where: { roundId } });
    await tx.criterion.createMany({
      data: criteria.map((row, i) => ({ ...row, group: row.group || null, roundId, position: i + 1 })),
    });
  }
  if (leftOut) {
    await tx.roundPlace.deleteMany({ where: { roundId } });
    await tx.roundPlace.createMany({ data: leftOut.map((place) => ({ ...place, roundId, leftOut: true })) });
  }
}

/** Stores the correction as a step of the round, with a new version. */
async function createCorrectionStep(
  { tx, actor }: VerbContext,
  { id, state }: Round,
  reason: string,
  changes: RoundChange[],
) {
  await tx.round.update({ where: { id }, data: { version: { increment: 1 } }, select: { id: true } });
  const memberId = "id" in actor ? actor.id : null;
  await tx.roundStep.create({
    data: { roundId: id, fromState: state, toState: state, reason, memberId, changes },
    select: { id: true },
  });
}

/** Replaces criteria; keeps the claims of those that ask the same (`isSameClaim`). */
async function replaceCriteria(
  tx: Prisma.TransactionClient,
  { id: roundId, criteria: current }: Round,
  next: CriterionShape[],
) {
  const stable = current.filter((old) => next.some((row) => row.code === old.code && isSameClaim(old, row)));
  await tx.criterion.deleteMany({ where: { roundId, id: { notIn: stable.map(({ id }) => id) } } });
  for (const [index, criterion] of next.entries()) {
    const existing = stable.find(({ code }) => code === criterion.code);
    const data = { ...toCriterionShape(criterion), group: criterion.group || null, position: index + 1 };
    if (existing) await tx.criterion.update({ where: { id: existing.id }, data, select: { id: true } });
    else await tx.criterion.create({ data: { ...data, roundId }, select: { id: true } });
  }
}

/** Whether existing claims and scores stay valid after a change of the criterion; changed points do not matter. */
const isSameClaim = (before: CriterionShape, after: CriterionShape): boolean =>
  before.source === after.source &&
  (before.source === "mark" || (["es", "ca", "en"] as const).every((text) => before[text] === after[text]));
