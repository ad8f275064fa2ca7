import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { findObjectionBlockers } from "@/lib/admission/claims/queries";
import { auditRejectedNumbers } from "@/lib/admission/draw/verbs";
import {
  LONG_TRANSACTION,
  lockRound,
  type Round,
  roundVersionSchema,
  setRoundState,
} from "@/lib/admission/round";
import type { Place } from "@/lib/decisions/place";
import { findGuardianBlockers } from "@/lib/decisions/queries";
import { STATES_WAITING } from "@/lib/enrollment/sql";
import { toRecordedActor } from "@/lib/people/audit-log";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { isInRound } from "./allot";
import {
  type Board,
  type BoardRow,
  createPublishedList,
  hasPlace,
  listMissingCourses,
  parsePublishedList,
  readBoard,
} from "./queries";

/** Locks a round's enrollments, so that none is withdrawn or changed between reading the board and writing its result. */
export const lockEntries = (tx: Prisma.TransactionClient, { id }: Pick<Round, "id">) =>
  tx.$queryRaw`
    select count(*) from (
      select 1 from enrollments where id in (select enrollment_id from round_entries where round_id = ${id})
      order by reference for update) held`;

/**
 * Publishes the provisional list, to which families may object; it is no decision (admission 6). A trigger writes the
 * event (prisma/sql/functions/record_round_event.sql).
 */
export const publishProvisional = verb(
  "round_provisional",
  "run_round",
  roundVersionSchema,
  async (context, input) => {
    const round = await lockRound(context, input, "drawn");
    const board = await readBoard(context.actor, round, context.tx);
    const provisional = await createPublishedList(board, round);
    await setRoundState(context, round, "provisional", {
      change: { provisional, provisionalAt: context.now },
    });
  },
  LONG_TRANSACTION,
);

type Decision = Place & { id: string; decisionId: string; to: "accepted" | "waiting"; turn: number };

type EntryContext = { turns: Map<string, number>; waiting: Set<string>; blocked: Map<string, unknown> };

type DecisionMeta = { round: Round; now: Date; actor: ReturnType<typeof toRecordedActor> };

/**
 * Makes the list final and writes its decisions, unannounced and with the year's list, in one transaction: accepted
 * with a place, waiting for the first choice without one; the draw's order becomes the waiting order. Skips withdrawn
 * enrollments and those blocked by guardians (admission 6).
 * @throws DomainError `objections_open` before the last day or while one is unanswered; `courses_unnamed` when a
 * place lacks its course (admission 3); `untold_first` when the desk has decided on an entry meanwhile
 */
export const publishFinal = verb(
  "round_final",
  "run_round",
  roundVersionSchema,
  async (context, input) => {
    const round = await lockRound(context, input, "provisional");
    await assertNoOpenObjections(context, round);
    await lockEntries(context.tx, round);
    const board = await readBoard(context.actor, round, context.tx);
    assertCoursesNamed(board);
    await finishRound(context, round, board);
  },
  LONG_TRANSACTION,
);

export async function finishRound(context: VerbContext, round: Round, board: Board): Promise<void> {
  const decisionCount = await writeRoundResult(context, round, board);
  const final = await createPublishedList(board, round);
  const { now } = context;
  // Without decisions to announce, the final list is public at once.
  const finalPublicAt = decisionCount === 0 ? now : null;
  await setRoundState(context, round, "final", { change: { final, finalAt: now, finalPublicAt } });
}

/** The state to which a round is reverted, with a reason that its page shows. */
const previousState = { frozen: "open", provisional: "drawn" } as const;

/** Reopens a frozen list, or retracts a provisional one (for a draw: `voidDraw`). */
export const revertRound = verb(
  "round_taken_back",
  "run_round",
  roundVersionSchema.extend({ reason: z.string().trim().min(1, "required").max(500, "too_long") }),
  async (context, { reason, ...input }) => {
    const round = await lockRound(context, input, "frozen", "provisional");
    const { tx, now } = context;
    const { id } = round;
    const to = previousState[round.state as keyof typeof previousState];
    if (to === "open") {
      await auditRejectedNumbers(context, round);
      await tx.draw.deleteMany({ where: { roundId: id, confirmedAt: null } });
      await tx.roundEntry.deleteMany({ where: { roundId: id } });
      // Otherwise the next draw would repeat them.
      await tx.roundMove.updateMany({ where: { roundId: id, undoneAt: null }, data: { undoneAt: now } });
      await tx.roundPlace.deleteMany({ where: { roundId: id, leftOut: false } });
      await setRoundState(context, round, to, { reason, change: { list: null, hash: null, frozenAt: null } });
    } else {
      await setRoundState(context, round, to, {
        reason,
        change: { provisional: null as never, provisionalAt: null },
      });
    }
  },
);

/**
 * Closes a round, which frees its places for the waiting list.
 * @throws DomainError `places_held` while guardians block somebody who has a place in the round
 */
export const closeRound = verb("round_closed", "run_round", roundVersionSchema, async (context, input) => {
  const round = await lockRound(context, input, "final");
  await assertNoBlockedPlaces(context.tx, round);
  await setRoundState(context, round, "closed", {
    change: { finalPublicAt: round.finalPublicAt ?? context.now },
  });
});

/**
 * Writes the result of a round with one statement per table: the order of all entries and their decisions.
 * @returns the number of decisions
 */
async function writeRoundResult(
  { tx, actor, now }: VerbContext,
  round: Round,
  board: Board,
): Promise<number> {
  const ids = board.rows.map(({ enrollmentId }) => enrollmentId);
  const waiting = await findWaiting(tx, ids);
  const blocked = await findGuardianBlockers(tx, ids);
  const turns = getTurns(board);
  const decisions = board.rows.flatMap((row) => toDecisions(row, board, { turns, waiting, blocked }));
  await assertNotified(tx, decisions);
  await writeDecisions(tx, decisions, { round, now, actor: toRecordedActor(actor) });
  await writeStatuses(tx, decisions);
  const undecidedTurns = new Map(turns);
  for (const { id } of decisions) undecidedTurns.delete(id);
  await writeTurns(tx, undecidedTurns);
  return decisions.length;
}

/** The order of the entries, by enrollment id. Late entries have no turn and come after the list. */
const getTurns = ({ rows }: Board): Map<string, number> =>
  new Map(rows.filter(({ late }) => !late).map(({ enrollmentId }, index) => [enrollmentId, index + 1]));

async function findWaiting(tx: Prisma.TransactionClient, ids: string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select e.id::text from enrollments e where e.id = any(${ids}::uuid[]) and e.decided_state in ${STATES_WAITING}`;
  return new Set(rows.map(({ id }) => id));
}

/** A blocked entry keeps its place until the guardians agree; a waiting entry stays waiting. */
function toDecisions(
  { enrollmentId: id, place, choices, isExcluded }: BoardRow,
  { limits }: Board,
  { turns, waiting, blocked }: EntryContext,
): Decision[] {
  const turn = turns.get(id);
  if (isExcluded || turn === undefined || blocked.has(id)) return [];
  const decision = { id, decisionId: randomUUID(), turn };
  if (place) return [{ ...decision, to: "accepted", ...place }];
  const list = choices.find((choice) => isInRound(choice, limits));
  return waiting.has(id) || !list ? [] : [{ ...decision, to: "waiting", ...list }];
}

/** An enrollment has one unannounced decision; that of the desk is not replaced silently. */
async function assertNotified(tx: Prisma.TransactionClient, decisions: Decision[]) {
  const ids = decisions.map(({ id }) => id);
  const count = await tx.decision.count({ where: { status: "untold", enrollmentId: { in: ids } } });
  if (count > 0) throw new DomainError({ code: "untold_first", values: { count } });
}

/** One JSON parameter, because thousands of single parameters are slow. */
const toRowsSql = (rows: Decision[]) => Prisma.sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
  as d(id uuid, "decisionId" uuid, "to" enrollment_state, turn int, "specialityId" int, "syllabusId" int)`;

/** Must run before `writeStatuses`, because it stores the previous status. */
async function writeDecisions(tx: Prisma.TransactionClient, decisions: Decision[], meta: DecisionMeta) {
  const { round, now, actor } = meta;
  const actorId = "id" in actor ? actor.id : null;
  await tx.$executeRaw`
    insert into decisions (id, enrollment_id, school_year_id, from_state, to_state, speciality_id, syllabus_id,
      before_speciality_id, before_syllabus_id, actor_kind, actor_id, decided_at, with_list)
    select d."decisionId", e.id, ${round.schoolYearId}, e.decided_state, d."to", d."specialityId", d."syllabusId",
      e.assigned_speciality_id, e.assigned_syllabus_id, ${actor.kind}, ${actorId}::uuid, ${now}, true
    from ${toRowsSql(decisions)} join enrollments e on e.id = d.id`;
  if (getCurrentSandbox().sandboxId !== LIVE) return;
  await tx.$executeRaw`
    insert into audit_entries (actor_kind, actor_id, action, object_kind, object_id)
    select ${actor.kind}, ${actorId}::uuid, 'decided_by_round', 'enrollment', e.reference
    from ${toRowsSql(decisions)} join enrollments e on e.id = d.id`;
}

const writeStatuses = (tx: Prisma.TransactionClient, decisions: Decision[]) =>
  tx.$executeRaw`
    update enrollments e set decided_state = d."to", version = e.version + 1, turn = d.turn,
      assigned_speciality_id = d."specialityId", assigned_syllabus_id = d."syllabusId"
    from ${toRowsSql(decisions)} where e.id = d.id`;

const writeTurns = (tx: Prisma.TransactionClient, turns: Map<string, number>) =>
  tx.$executeRaw`
    update enrollments e set turn = n.turn
    from unnest(${[...turns.keys()]}::uuid[], ${[...turns.values()]}::int[]) as n(id, turn) where e.id = n.id`;

async function assertNoOpenObjections({ tx }: VerbContext, round: Round) {
  const { unanswered, lastDay } = await findObjectionBlockers(round, tx);
  if (unanswered > 0 || lastDay)
    throw new DomainError({ code: "objections_open", values: { count: unanswered } });
}

function assertCoursesNamed(board: Board) {
  const count = listMissingCourses(board).length;
  if (count > 0) throw new DomainError({ code: "courses_unnamed", values: { count } });
}

/** A round cannot close with blocked places: afterwards others could take them (admission 3). */
async function assertNoBlockedPlaces(tx: Prisma.TransactionClient, { id }: Round): Promise<void> {
  const { final } = await tx.round.findUniqueOrThrow({ where: { id }, select: { final: true } });
  const placed = (parsePublishedList(final)?.lines ?? []).filter(hasPlace).map(({ reference }) => reference);
  const undecided = await tx.enrollment.findMany({
    where: { reference: { in: placed }, decidedState: "pending" },
    select: { id: true },
  });
  const blocked = await findGuardianBlockers(
    tx,
    undecided.map((enrollment) => enrollment.id),
  );
  if (blocked.size > 0) throw new DomainError({ code: "places_held", values: { count: blocked.size } });
}
