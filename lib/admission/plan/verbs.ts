import { z } from "zod";
import { countedCriteria } from "@/lib/admission/claims/queries";
import { drawMethods, pointsFormats } from "@/lib/admission/draw-order";
import { lockRound, roundVersionSchema, setRoundState } from "@/lib/admission/round";
import { requireYear } from "@/lib/decisions/place";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { isDay, toDate } from "@/lib/platform/dates";
import { columnId } from "@/lib/platform/schema";

const text = (max: number) => z.string().trim().min(1, "required").max(max, "too_long");

const years = z.number().int().min(1).max(99).nullable().default(null);

export const criterionSchema = z
  .object({
    code: z.string().regex(/^[a-z0-9_]{1,40}$/, "invalid_value"),
    es: text(120),
    ca: text(120),
    en: text(120),
    points: z.number().int().min(0).max(1_000),
    group: z.string().trim().max(40).nullable().default(null),
    source: z.enum(["counted", "claimed", "mark", "shares"]),
    counts: z.enum(countedCriteria).nullable().default(null),
    fromYears: years,
    years,
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

/** Stands in the round's address and in what is hashed. */
const roundCodeSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "invalid_value");

const day = z
  .string()
  .transform((typed) => typed.trim())
  .refine((typed) => typed === "" || isDay(typed), "invalid_date")
  .transform((typed) => (typed === "" ? null : toDate(typed)))
  .default(null);

const planSchema = z.object({
  name: text(120),
  method: z.enum(drawMethods).default("numbers"),
  meritsBy: day,
  drawOn: day,
  objectionsBy: day,
  answerBy: day,
  listedUntil: day,
  criteria: z.array(criterionSchema).max(30).optional(),
  /** Limits of the year that the round does not give. */
  leftOut: z
    .array(z.object({ specialityId: columnId.nullable(), syllabusId: columnId.nullable() }))
    .optional(),
});

type Plan = z.output<typeof planSchema>;

/**
 * Plans a round of a school year: its days, criteria, and what it does not give.
 * @throws DomainError `round_exists` for a code that is taken
 */
export const planRound = verb(
  "round_planned",
  "run_round",
  planSchema.extend({ round: roundCodeSchema, year: columnId }),
  async (doing, { round: code, year: schoolYearId, criteria, leftOut, ...plan }) => {
    const { tx, audit } = doing;
    if ((await tx.round.count({ where: { code } })) > 0)
      throw new DomainError({ field: "round", code: "round_exists" });
    await requireYear(tx, schoolYearId);
    await tx.round.create({ data: { code, schoolYearId, ...plan }, select: { id: true } });
    const { id } = await tx.round.findFirstOrThrow({ where: { code }, select: { id: true } });
    await saveCriteriaAndPlaces(doing, id, { criteria, leftOut });
    await audit(
      { kind: "round", id: code },
      { name: [null, plan.name], criteria: [null, criteria?.map(formatCriterion).join(" · ")] },
    );
  },
);

/**
 * Opens a round: families claim merits from now on, and its places are given in it.
 * @throws DomainError `another_round` while one of the year is under way
 */
export const openRound = verb("round_opened", "run_round", roundVersionSchema, async (doing, shown) => {
  const round = await lockRound(doing, shown, "draft");
  const { schoolYearId } = round;
  // Of two who open at once one waits here, and finds the other's.
  await doing.tx.$queryRaw`select 1 from school_years where id = ${schoolYearId} for no key update`;
  const others = await doing.tx.round.count({
    where: { schoolYearId, state: { notIn: ["draft", "closed"] } },
  });
  if (others > 0) throw new DomainError({ code: "another_round" });
  await setRoundState(doing, round, "open");
});

/** Chooses what the lists of a round publish of points, until its list is closed. */
export const choosePointsFormat = verb(
  "round_changed",
  "run_round",
  roundVersionSchema.extend({ publishedPoints: z.enum(pointsFormats) }),
  async (doing, { publishedPoints, ...shown }) => {
    const round = await lockRound(doing, shown, "draft", "open");
    await doing.tx.round.update({
      where: { id: round.id },
      data: { publishedPoints, version: { increment: 1 } },
      select: { id: true },
    });
    await doing.audit(
      { kind: "round", id: round.code },
      { ranks_only: [isRanks(round.publishedPoints), isRanks(publishedPoints)] },
    );
  },
);

const isRanks = (format: string) => (format === "ranks" ? "yes" : "no");

/** A criterion with its points and, where it has them, its years: `age 2 (6–8)`. */
function formatCriterion({
  code,
  points,
  counts,
  fromYears,
  years,
}: z.output<typeof criterionSchema>): string {
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
      data: criteria.map((row, at) => ({ ...row, group: row.group || null, roundId, position: at + 1 })),
    });
  }
  if (leftOut) {
    await tx.roundPlace.deleteMany({ where: { roundId } });
    await tx.roundPlace.createMany({ data: leftOut.map((place) => ({ ...place, roundId, leftOut: true })) });
  }
}
