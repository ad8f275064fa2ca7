import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { listRoundLimits } from "@/lib/admission/draw/queries";
import { drawMethods, pointsFormats } from "@/lib/admission/draw-order";
import { lockRound, type Round, roundVersionSchema, setRoundState, updateRound } from "@/lib/admission/round";
import { type Place, requireYear } from "@/lib/decisions/place";
import { DomainError, type DomainIssue, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, isDay, toDate, toDay } from "@/lib/platform/dates";
import { columnId } from "@/lib/platform/schema";
import { getSchoolToday } from "@/lib/school/settings";
import type { CriterionShape } from "./round-changes";
import { listRoundChanges, roundDays, toCriterionShape } from "./round-changes";

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
  .transform((text) => (text === "" ? null : toDate(text)))
  .default(null);

const optionalId = columnId.nullable();

const planSchema = z.object({
  name: requiredText(80),
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

/**
 * The errors of a plan, or of the correction of `current`, that its schema cannot find. A correction may keep a day
 * that is over.
 * @param plan parsed, or the texts of a form, so that all errors of a form are shown at once
 */
export async function listPlanIssues(
  plan: Record<string, unknown>,
  today: Day,
  current?: Round | null,
  tx: VerbContext["tx"] = prisma(),
): Promise<DomainIssue[]> {
  const issues: DomainIssue[] = [];
  const isOpen = current?.state === "open";
  if (isOpen && !String(plan.reason ?? "").trim()) issues.push({ field: "reason", code: "required" });
  const code = isOpen || plan.round === current?.code ? undefined : String(plan.round);
  if (code && (await tx.round.count({ where: { code } })) > 0)
    issues.push({ field: "round", code: "round_exists" });
  let last = "";
  for (const field of roundDays) {
    const day = toDayText(plan[field]);
    if (day === "") continue;
    if (!isDay(day)) issues.push({ field, code: "invalid_date" });
    else if (day < today && day !== toDayText(current?.[field])) issues.push({ field, code: "day_past" });
    else if (day < last) issues.push({ field, code: "day_order" });
    last = day;
  }
  return issues;
}

const toDayText = (day: unknown) => (day instanceof Date ? toDay(day) : String(day ?? "").trim());

async function assertPlan({ tx, now }: VerbContext, plan: Record<string, unknown>, current?: Round) {
  const issues = await listPlanIssues(plan, await getSchoolToday(now), current, tx);
  if (issues.length > 0) throw new DomainError(...issues);
}

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
    const data = { code, schoolYearId, ...plan };
    const { id } = await tx.round.create({ data, select: { id: true } });
    await replaceCriteria(tx, { id, criteria: [] }, criteria ?? []);
    await savePlaces(tx, id, leftOut ?? []);
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
    const round = await lockRound(context, { code, version, conflict: "plan_overtaken" }, "draft", "open");
    await assertPlan(context, { round: newCode, reason, ...plan }, round);
    const isDraft = round.state === "draft";
    const current = { ...round, leftOut: (await listRoundLimits(round.schoolYearId, round.id, tx)).leftOut };
    const corrected = { ...plan, criteria: criteria ?? round.criteria, leftOut: leftOut ?? current.leftOut };
    const changes = listRoundChanges(current, corrected);
    if (!isDraft && changes.length === 0) return;
    const [before, after] = [round.criteria, corrected.criteria].map((list) =>
      list.map(formatCriterion).join(" · "),
    );
    const values: Parameters<typeof audit>[1] = { name: [round.name, plan.name], criteria: [before, after] };
    if (isDraft) {
      await updateRound(context, round, { ...plan, code: newCode, method });
      await audit({ kind: "round", id: newCode }, values);
    } else await setRoundState(context, round, round.state, { change: plan, reason, changes, values });
    await replaceCriteria(tx, round, corrected.criteria);
    await savePlaces(tx, round.id, corrected.leftOut);
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
  roundVersionSchema.extend({ reason: requiredText(500) }),
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
    await updateRound(context, round, { publishedPoints });
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

async function savePlaces(tx: Prisma.TransactionClient, roundId: number, leftOut: Place[]) {
  await tx.roundPlace.deleteMany({ where: { roundId } });
  await tx.roundPlace.createMany({
    data: leftOut.map(({ specialityId, syllabusId }) => ({
      roundId,
      specialityId,
      syllabusId,
      leftOut: true,
    })),
  });
}

/** Replaces criteria; keeps the claims of those that ask the same (`isSameClaim`). */
async function replaceCriteria(
  tx: Prisma.TransactionClient,
  { id: roundId, criteria: current }: Pick<Round, "id" | "criteria">,
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
