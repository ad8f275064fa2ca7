import type { Prisma } from "@/generated/prisma/client";
import { POSSIBLE_DUPLICATES } from "@/lib/decisions/repeated";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { ActionError, defineAction } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";
import {
  type FreezeEntry,
  type RoundLimits,
  readRoundLimits,
  toFrozenRows,
  readFreezeEntries,
  readParticipants,
  type Participants,
} from "./frozen";
import { formatListFile } from "./frozen-list";
import { sha256 } from "./order";
import { lockRound, LONG_TRANSACTION, type Round, roundVersionSchema, setRoundState } from "./round";

/** What is better settled before the list is closed; untold decisions alone keep it from being closed. */
export type FreezePreview = Participants & {
  unnotified: number;
  pendingClaims: number;
  /** Requests of the year of whom another is perhaps the same person's: two tickets of one. */
  same: number;
};

/** What a freeze would do, as it stands now (admission 3). */
export async function previewFreeze(actor: Actor, round: Round): Promise<FreezePreview> {
  requirePermission(actor, "read");
  const [wished, unnotified, pendingClaims, same] = await Promise.all([
    readParticipants(prisma(), round, await readRoundLimits(prisma(), round)),
    countUntold(prisma(), round),
    prisma().merit.count({
      where: { state: "claimed", criterion: { roundId: round.id, source: "claimed" } },
    }),
    countSame(round),
  ]);
  return { ...wished, unnotified, pendingClaims, same };
}

async function countSame({ schoolYearId }: Pick<Round, "schoolYearId">): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from enrollments e
    where e.school_year_id = ${schoolYearId} and e.id in ${POSSIBLE_DUPLICATES}`;
  return row?.count ?? 0;
}

const countUntold = (tx: Prisma.TransactionClient, { schoolYearId }: Pick<Round, "schoolYearId">) =>
  tx.decision.count({ where: { schoolYearId, status: "untold" } });

/**
 * Closes a round's list: each entry with its points and wishes as they are, and the hash of the very bytes that are
 * published, before the draw (admission 3).
 * @throws Refused `untold_first`
 */
export const freezeRound = defineAction(
  "round_frozen",
  "run_round",
  roundVersionSchema,
  async (doing, shown) => {
    const round = await lockRound(doing, shown, "open");
    const { tx, now } = doing;
    const unnotified = await countUntold(tx, round);
    if (unnotified > 0) throw new ActionError({ code: "untold_first", values: { count: unnotified } });
    await freezeInTransaction(
      tx,
      round,
      await readRoundLimits(tx, round),
      (change) => setRoundState(doing, round, "frozen", { change }),
      now,
    );
  },
  LONG_TRANSACTION,
);

type Frozen = { list: string; hash: string; frozenAt: Date };

/** The same by these limits, in the caller's transaction. */
export async function freezeInTransaction(
  tx: Prisma.TransactionClient,
  round: Round,
  limits: RoundLimits,
  step: (change: Frozen) => Promise<void>,
  now: Date,
): Promise<void> {
  // Nobody changes choices meanwhile: whoever does holds the enrollment's row.
  await tx.$queryRaw`
    select count(*) from (
      select 1 from enrollments where school_year_id = ${round.schoolYearId} and decided_state in ('pending', 'waiting')
      order by id for no key update) held`;
  const entries = await readFreezeEntries(tx, round, limits);
  const list = formatListFile(toFrozenRows(entries));
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
  entries: FreezeEntry[],
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
