import type { RoundState } from "@/generated/prisma/enums";
import { toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getSchoolToday } from "@/lib/school/today";
import { parseListFile } from "./frozen-list";
import type { DrawResult } from "./order";
import { hasPlace, type PublishedList, type PublishedRow, getPublishedName, parsePublishedList } from "./published";
import { getDrawResult, findRound, isFinalState, isPublicState, type Round, getPublicState } from "./round";

/** What everybody may see of a round: nobody's name, no decision. */
export type PublicRound = {
  round: Round;
  /** How far it is for everybody. */
  state: RoundState;
  /** How many lines the frozen list has; 0 before. */
  entries: number;
  /** Whether the lists are still public: their term is not over (purge.ts has the same one). */
  isListed: boolean;
  drawn: DrawResult | undefined;
  result: PublishedList | undefined;
  /** Totals that an objection has changed since the freeze. */
  corrected: Record<string, number>;
  /** How many of its places the head has given beside it meanwhile, each with a reason (admission 10). */
  beside: number;
  /** Steps back, and void draws, with why. */
  takenBack: { at: Date; reason: string }[];
};

/** @returns undefined where there is none, or none yet */
export async function readPublicRound(code: string): Promise<PublicRound | undefined> {
  const round = await findRound(code);
  if (!round || round.state === "draft") return undefined;
  const { id } = round;
  const stored = await prisma().round.findUniqueOrThrow({
    where: { id },
    select: { list: true, provisional: true, final: true },
  });
  const steps = await prisma().roundStep.findMany({
    where: { roundId: id, reason: { not: null } },
    orderBy: { id: "asc" },
    select: { at: true, reason: true },
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
    entries: stored.list ? parseListFile(stored.list).length : 0,
    isListed,
    drawn: getDrawResult(round),
    result,
    beside: await countGivenOutside(round),
    corrected: Object.fromEntries(changed.map(({ reference, total }) => [reference, total])),
    takenBack: steps.map(({ at, reason }) => ({ at, reason: reason ?? "" })),
  };
}

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

/** The file that was hashed, while it is public. */
export async function readPublicList(code: string): Promise<string | undefined> {
  const found = await readPublicRound(code);
  if (!found?.isListed) return undefined;
  const row = await prisma().round.findUnique({ where: { id: found.round.id }, select: { list: true } });
  return row?.list ?? undefined;
}

export type OwnRow = {
  at: number;
  line: PublishedRow;
  place: string;
  /** Among those with as many points. */
  withinPoints: { at: number; count: number };
};

/** Somebody's line by its reference; undefined where there is none. */
export function findOwnRow(result: PublishedList, reference: string): OwnRow | undefined {
  const wanted = reference.replace(/\s/g, "").toUpperCase();
  const at = result.lines.findIndex((line) => line.reference === wanted);
  const line = result.lines[at];
  if (!line) return undefined;
  const same = result.lines.filter(({ total }) => total === line.total);
  return {
    at: at + 1,
    line,
    place: hasPlace(line) ? getPublishedName(result, line) : "",
    withinPoints: { at: same.indexOf(line) + 1, count: same.length },
  };
}
