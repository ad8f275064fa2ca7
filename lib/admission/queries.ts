import type { z } from "zod";
import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, toDay, toLocalDay } from "@/lib/platform/dates";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { getSchoolToday, readSettings } from "@/lib/school/settings";
import { getPublishedName, hasPlace, type PublishedList, parsePublishedList } from "./board/queries";
import { type DrawResult, parseListFile } from "./draw-order";
import type { RoundChange } from "./plan/round-changes";
import {
  findRound,
  getDrawResult,
  getPublicState,
  isClaimable,
  isFinalState,
  isPublicState,
  listYearRounds,
  type Round,
  roundColumns,
} from "./round";
import type { roundSchema } from "./schema";

export type PublicRound = NonNullable<Awaited<ReturnType<typeof readPublicRound>>>;

/** The public data of a round: no names, no decisions. @returns undefined for an unknown code or a draft */
export async function readPublicRound(code: string) {
  const round = await findRound(code);
  if (!round || round.state === "draft") return undefined;
  const { id } = round;
  const stored = await prisma().round.findUniqueOrThrow({
    where: { id },
    select: { list: true, provisional: true, final: true },
  });
  const stepsWithReason = await prisma().roundStep.findMany({
    where: { roundId: id, reason: { not: null } },
    orderBy: { id: "asc" },
    select: { at: true, reason: true, fromState: true, toState: true, changes: true },
  });
  const voided = round.draws.filter(({ confirmedAt, voidedAt }) => confirmedAt && voidedAt);
  const explanations = stepsWithReason.map(({ at, reason, fromState, toState, changes }) => {
    const number = fromState === "drawn" ? voided.shift()?.number : undefined;
    return {
      at,
      reason: reason ?? "",
      toState,
      changes: (changes ?? []) as RoundChange[],
      ...(number && { number }),
    };
  });
  const term = toDay(round.listedUntil ?? round.schoolYear.endSchoolYear);
  const isListed = isPublicState(round.state) && term >= (await getSchoolToday());
  const frozen = isListed && stored.list ? parseListFile(stored.list) : [];
  const state = getPublicState(round);
  const list = isFinalState(state) ? (stored.final ?? stored.provisional) : stored.provisional;
  const result = isListed ? parsePublishedList(list) : undefined;
  const totals = new Map(frozen.map(({ reference, total }) => [reference, total]));
  const changed = (result?.lines ?? []).filter(({ reference, total }) => totals.get(reference) !== total);
  return {
    round,
    state,
    /** The rows of the frozen list; 0 before the freeze. */
    entries: stored.list ? parseListFile(stored.list).length : 0,
    /** Whether the lists are still public (the same term as in `purgeRounds`). */
    isListed,
    draw: getDrawResult(round),
    result,
    /** Places that the head has assigned outside the round, each with a reason (admission 10). */
    outside: await countGivenOutside(round),
    /** Published points that an objection has changed since the freeze, by reference. */
    corrected: Object.fromEntries(changed.map(({ reference, total }) => [reference, total])),
    /** Reverted steps and corrections with their reason; a voided draw with its number, so that its order can be recalculated. */
    corrections: explanations.filter(({ toState }) => toState !== "closed"),
    withdrawn: explanations.find(({ toState }) => toState === "closed"),
  };
}

type AnnouncedRound = Pick<Round, "code" | "name" | "state" | "drawOn"> & { year: string };

const getAnnouncedRounds = createCache("announced rounds", "rounds", async (): Promise<AnnouncedRound[]> => {
  const rounds = await prisma().round.findMany({
    where: { state: { notIn: ["draft", "closed"] } },
    orderBy: { id: "desc" },
    select: roundColumns,
  });
  return rounds.map((round) => ({ ...round, state: getPublicState(round), year: round.schoolYear.year }));
});

/** The school's active rounds, newest first; empty in a sandbox, whose rounds run in one step. */
export const listAnnouncedRounds = async (): Promise<AnnouncedRound[]> =>
  getCurrentSandbox().sandboxId === LIVE ? getAnnouncedRounds() : [];

export async function readPublicList(code: string): Promise<string | undefined> {
  const { round, isListed } = (await readPublicRound(code)) ?? {};
  if (!round || !isListed) return undefined;
  const row = await prisma().round.findUnique({ where: { id: round.id }, select: { list: true } });
  return row?.list ?? undefined;
}

export function findOwnRow(result: PublishedList, reference: string) {
  const normalised = reference.replace(/\s/g, "").toUpperCase();
  const index = result.lines.findIndex((candidate) => candidate.reference === normalised);
  const row = result.lines[index];
  if (!row) return;
  const samePoints = result.lines.filter(({ total }) => total === row.total);
  return {
    position: index + 1,
    row,
    place: hasPlace(row) ? getPublishedName(result, row) : "",
    outcome: getOutcome(row),
    /** The position among entries with the same points. */
    withinPoints: { at: samePoints.indexOf(row) + 1, count: samePoints.length },
  };
}

function getOutcome(row: PublishedList["lines"][number]): "yes" | "waiting" | "no" | "gone" {
  if (row.gone) return "gone";
  if (hasPlace(row)) return "yes";
  return row.rank === null ? "no" : "waiting";
}

/** A year's rounds without drafts, newest first, as the API shows them. */
export async function listRounds(schoolYearId: number): Promise<z.output<typeof roundSchema>[]> {
  const rounds = await listYearRounds(schoolYearId);
  return rounds
    .filter(({ state }) => state !== "draft")
    .map((round) => ({
      code: round.code,
      name: round.name,
      state: getPublicState(round),
      merits_by: round.meritsBy && toDay(round.meritsBy),
      objections_by: round.objectionsBy && toDay(round.objectionsBy),
      answer_by: round.answerBy && toDay(round.answerBy),
      hash: round.hash,
      number: getDrawResult(round)?.number ?? null,
      criteria: round.criteria.map(({ code, points, group, source, es, ca, en }) => ({
        code,
        name: { es, ca, en },
        points,
        group,
        claimed: isClaimable({ source }),
      })),
    }));
}

/**
 * From which end of a school year on, on the day of the freeze or now, requests without a place are still stored
 * (admission 2). Of earlier years only those of returning or placed students are left.
 * @returns undefined while nothing has been erased yet
 */
export async function getRetentionStart(
  { frozenAt }: Pick<Round, "frozenAt">,
  now: Date,
): Promise<Day | undefined> {
  const { time_zone, erase_from, keep_unplaced_days } = await readSettings();
  const day = toLocalDay(time_zone, frozenAt ?? now);
  const hasBegun = erase_from !== "" && erase_from <= day;
  return hasBegun ? addDays(day, -keep_unplaced_days) : undefined;
}

/** The draw number of a row, in Python: a hash, or the distance from the start row. */
const drawNumberCode = {
  numbers: `own = lambda row: hashlib.sha256(f"{code}:{number}:{row['reference']}".encode()).hexdigest()`,
  start: `own = lambda row: (int(row["position"]) - 1 - int(number)) % len(rows)`,
};

const pointsCode = {
  totals: { column: "total", order: "-points(row)" },
  ranks: { column: "rank", order: "points(row)" },
};

/**
 * A Python program that recalculates the hash and the order of a round from its `list.csv` (admission 7).
 * @param corrected published points changed by an objection after the freeze, by reference
 */
export const createRecomputeProgram = (
  { code, number, method, publishedPoints }: DrawResult,
  corrected: Record<string, number>,
): string =>
  `import csv, hashlib
code, number, corrected = ${JSON.stringify(code)}, ${JSON.stringify(number)}, ${JSON.stringify(corrected)}
data = open("list.csv", "rb").read()
print(hashlib.sha256(data).hexdigest())
rows = list(csv.DictReader(data.decode().splitlines()))
points = lambda row: corrected.get(row["reference"], int(row["${pointsCode[publishedPoints].column}"]))
${drawNumberCode[method]}
best = lambda row: min(own(one) for one in rows if one is row or one["shares"] == row["shares"] != "")
for place, row in enumerate(sorted(rows, key=lambda row: (${pointsCode[publishedPoints].order}, best(row), own(row))), 1):
    print(place, row["reference"], points(row))
`;

async function countGivenOutside({ id, schoolYearId }: Round): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count
    from audit_entries a join audit_values v on v.entry_id = a.id
    join enrollments e on a.object_kind = 'enrollment' and e.reference = a.object_id
    where e.school_year_id = ${schoolYearId} and v.name = 'exceptions' and v.new like '%round_open%'
      and a.at >= (select min(s.at) from round_steps s where s.round_id = ${id} and s.to_state = 'open')
      and not exists (
        select from round_steps s where s.round_id = ${id} and s.to_state = 'closed' and s.at < a.at)`;
  return row?.count ?? 0;
}
