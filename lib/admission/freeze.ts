import type { Prisma } from "@/generated/prisma/client";
import { PERHAPS_SAME } from "@/lib/decisions/repeated";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { Refused, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";
import {
  type EntryToFreeze,
  type Limits,
  limitsOf,
  linesOf,
  readToFreeze,
  readWished,
  type Wished,
} from "./frozen";
import { listFile } from "./frozen-list";
import { sha256 } from "./order";
import { holdRound, OF_EVERYBODY, type Round, shownRound, stepTo } from "./round";

/** What is better settled before the list is closed; untold decisions alone keep it from being closed. */
export type BeforeFreeze = Wished & {
  untold: number;
  unchecked: number;
  /** Requests of the year of whom another is perhaps the same person's: two tickets of one. */
  same: number;
};

/** What a freeze would do, as it stands now (admission 3). */
export async function beforeFreeze(actor: Actor, round: Round): Promise<BeforeFreeze> {
  demand(actor, "read");
  const [wished, untold, unchecked, same] = await Promise.all([
    readWished(prisma(), round, await limitsOf(prisma(), round)),
    countUntold(prisma(), round),
    prisma().merit.count({
      where: { state: "claimed", criterion: { roundId: round.id, source: "claimed" } },
    }),
    countSame(round),
  ]);
  return { ...wished, untold, unchecked, same };
}

async function countSame({ schoolYearId }: Pick<Round, "schoolYearId">): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from enrollments e
    where e.school_year_id = ${schoolYearId} and e.id in ${PERHAPS_SAME}`;
  return row?.count ?? 0;
}

const countUntold = (tx: Prisma.TransactionClient, { schoolYearId }: Pick<Round, "schoolYearId">) =>
  tx.decision.count({ where: { schoolYearId, status: "untold" } });

/**
 * Closes a round's list: each entry with its points and wishes as they are, and the hash of the very bytes that are
 * published, before the draw (admission 3).
 * @throws Refused `untold_first`
 */
export const freezeRound = verb(
  "round_frozen",
  "run_round",
  shownRound,
  async (doing, shown) => {
    const round = await holdRound(doing, shown, "open");
    const { tx, now } = doing;
    const untold = await countUntold(tx, round);
    if (untold > 0) throw new Refused({ code: "untold_first", values: { count: untold } });
    await freeze(
      tx,
      round,
      await limitsOf(tx, round),
      (change) => stepTo(doing, round, "frozen", { change }),
      now,
    );
  },
  OF_EVERYBODY,
);

type Frozen = { list: string; hash: string; frozenAt: Date };

/** The same by these limits, in the caller's transaction. */
export async function freeze(
  tx: Prisma.TransactionClient,
  round: Round,
  limits: Limits,
  step: (change: Frozen) => Promise<void>,
  now: Date,
): Promise<void> {
  // Nobody changes choices meanwhile: whoever does holds the enrollment's row.
  await tx.$queryRaw`
    select count(*) from (
      select 1 from enrollments where school_year_id = ${round.schoolYearId} and decided_state in ('pending', 'waiting')
      order by id for no key update) held`;
  const entries = await readToFreeze(tx, round, limits);
  const list = listFile(linesOf(entries));
  await writeEntries(tx, round, entries);
  await tx.roundPlace.createMany({
    data: limits.map(({ specialityId, syllabusId, places, given }) => ({
      roundId: round.id,
      specialityId,
      syllabusId,
      places,
      given,
    })),
  });
  await step({ list, hash: await sha256(list), frozenAt: now });
}

/** As one value: parameters of their own would be read and checked one by one, thousands of them. */
async function writeEntries(
  tx: Prisma.TransactionClient,
  { id }: Pick<Round, "id">,
  entries: EntryToFreeze[],
): Promise<void> {
  const rows = entries.map(({ wishes, ...entry }, at) => ({
    ...entry,
    position: at + 1,
    wishes: wishes.map(({ specialityId, syllabusId }) => [specialityId, syllabusId]),
  }));
  await tx.$executeRaw`
    insert into round_entries (round_id, enrollment_id, position, points, merits, wishes, shares)
    select ${id}, r."enrollmentId", r.position, r.points, r.merits, r.wishes, r.shares
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r("enrollmentId" uuid, position int, points int, merits jsonb, wishes jsonb, shares text)`;
}
