import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { findGuardianBlockers } from "@/lib/decisions/disagreements";
import { type ActionContext, ActionError, defineAction } from "@/lib/people/verb";
import { toDay } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/today";
import { type Board, readBoard } from "./board";
import { hasPlace, createPublishedList, parsePublishedList } from "./published";
import { lockRound, LONG_TRANSACTION, type Round, roundVersionSchema, setRoundState } from "./round";
import { listMissingCourses } from "./without-course";
import { lockEntries, writeRoundResult } from "./write-result";

/**
 * Publishes the provisional list: families see it as provisional and may object; it is no decision (admission 6). Its
 * event is written with it (prisma/sql/functions/record_round_event.sql).
 */
export const publishProvisional = defineAction(
  "round_provisional",
  "run_round",
  roundVersionSchema,
  async (doing, shown) => {
    const round = await lockRound(doing, shown, "drawn");
    const board = await readBoard(doing.actor, round, doing.tx);
    const provisional = await createPublishedList(board, round.schoolYearId);
    await setRoundState(doing, round, "provisional", { change: { provisional, provisionalAt: doing.now } });
  },
  LONG_TRANSACTION,
);

/**
 * Makes the list final and writes its decisions, untold and with the year's list, all in one transaction: whoever has a
 * place is accepted, whoever has none waits for their first wish; all stand in the order of the draw from then on. Who
 * withdrew has none, and whose guardians disagree waits for them (admission 6).
 * @throws Refused `objections_open` before their day is over, or while one has no answer; `courses_unnamed` while somebody
 * has a place without a course where its speciality's pairs are limited (admission 3)
 */
export const publishFinal = defineAction(
  "round_final",
  "run_round",
  roundVersionSchema,
  async (doing, shown) => {
    const round = await lockRound(doing, shown, "provisional");
    await assertNoOpenObjections(doing, round);
    await lockEntries(doing.tx, round);
    const board = await readBoard(doing.actor, round, doing.tx);
    assertCoursesNamed(board);
    await finishRound(doing, round, board);
  },
  LONG_TRANSACTION,
);

async function assertNoOpenObjections({ tx }: ActionContext, { id, objectionsBy }: Round) {
  const open = await tx.objection.count({ where: { roundId: id, answeredAt: null } });
  const mayCome = objectionsBy !== null && toDay(objectionsBy) >= (await getSchoolToday());
  if (open > 0 || mayCome) throw new ActionError({ code: "objections_open", values: { count: open } });
}

function assertCoursesNamed(board: Board) {
  const count = listMissingCourses(board).length;
  if (count > 0) throw new ActionError({ code: "courses_unnamed", values: { count } });
}

/** The same by a board, in the caller's transaction. */
export async function finishRound(doing: ActionContext, round: Round, board: Board): Promise<void> {
  const decided = await writeRoundResult(doing, round, board);
  const final = await createPublishedList(board, round.schoolYearId);
  const { now } = doing;
  // Where there is nothing to tell it is public at once.
  const finalPublicAt = decided === 0 ? now : null;
  await setRoundState(doing, round, "final", { change: { final, finalAt: now, finalPublicAt } });
}

/** Back to before, with a reason that the round's page shows, until the next thing is published. */
const previousState = {
  frozen: "open",
  provisional: "drawn",
} as const;

/** Opens a frozen list again, or takes a provisional list back (a draw: `voidDraw`). */
export const revertRound = defineAction(
  "round_taken_back",
  "run_round",
  roundVersionSchema.extend({ reason: z.string().trim().min(1, "required").max(500, "too_long") }),
  async (doing, { reason, ...shown }) => {
    const round = await lockRound(doing, shown, "frozen", "provisional");
    const { tx } = doing;
    const { id } = round;
    const to = previousState[round.state as keyof typeof previousState];
    if (to === "open") {
      await tx.draw.deleteMany({ where: { roundId: id, confirmedAt: null } });
      await tx.roundEntry.deleteMany({ where: { roundId: id } });
      await tx.roundPlace.deleteMany({ where: { roundId: id, leftOut: false } });
      await setRoundState(doing, round, to, { reason, change: { list: null, hash: null, frozenAt: null } });
    } else {
      await setRoundState(doing, round, to, { reason, change: { provisional: null as never, provisionalAt: null } });
    }
  },
);

/**
 * Ends a round: its places pass on as any others from then on.
 * @throws Refused `places_held` while guardians keep somebody from the place that the round has for them
 */
export const closeRound = defineAction("round_closed", "run_round", roundVersionSchema, async (doing, shown) => {
  const round = await lockRound(doing, shown, "final");
  await assertNoBlockedPlaces(doing.tx, round);
  await setRoundState(doing, round, "closed", { change: { finalPublicAt: round.finalPublicAt ?? doing.now } });
});

/** Until then only the head gives a round's places beside it, so that nobody takes one which is held (admission 3). */
async function assertNoBlockedPlaces(tx: Prisma.TransactionClient, { id }: Round): Promise<void> {
  const { final } = await tx.round.findUniqueOrThrow({ where: { id }, select: { final: true } });
  const placed = (parsePublishedList(final)?.lines ?? []).filter(hasPlace).map(({ reference }) => reference);
  const undecided = await tx.enrollment.findMany({
    where: { reference: { in: placed }, decidedState: "pending" },
    select: { id: true },
  });
  const held = await findGuardianBlockers(
    tx,
    undecided.map((one) => one.id),
  );
  if (held.size > 0) throw new ActionError({ code: "places_held", values: { count: held.size } });
}
