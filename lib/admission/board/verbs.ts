import { randomUUID } from "node:crypto";
import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { auditRejectedNumbers } from "@/lib/admission/draw/verbs";
import {
  incrementVersion,
  LONG_TRANSACTION,
  lockRound,
  type Round,
  roundVersionSchema,
  setRoundState,
} from "@/lib/admission/round";
import { isKnownPlace, type Place } from "@/lib/decisions/place";
import { findGuardianBlockers } from "@/lib/decisions/verbs";
import { STATES_WAITING } from "@/lib/enrollment/sql";
import { toRecordedActor } from "@/lib/people/audit-log";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { toDay } from "@/lib/platform/dates";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { columnId } from "@/lib/platform/schema";
import { getSchoolToday } from "@/lib/school/settings";
import { allot, isInRound } from "./allot";
import {
  type Board,
  type BoardRow,
  createPublishedList,
  hasPlace,
  listMissingCourses,
  parsePublishedList,
  readBoard,
} from "./queries";

/** Holds a round's enrollments, so that nobody withdraws or becomes late between the board and what is written of it. */
export const lockEntries = (tx: Prisma.TransactionClient, { id }: Pick<Round, "id">) =>
  tx.$queryRaw`
    select count(*) from (
      select 1 from enrollments where id in (select enrollment_id from round_entries where round_id = ${id})
      order by reference for update) held`;

/**
 * Publishes the provisional list: families see it as provisional and may object; it is no decision (admission 6). Its
 * event is written with it (prisma/sql/functions/record_round_event.sql).
 */
export const publishProvisional = verb(
  "round_provisional",
  "run_round",
  roundVersionSchema,
  async (doing, shown) => {
    const round = await lockRound(doing, shown, "drawn");
    const board = await readBoard(doing.actor, round, doing.tx);
    const provisional = await createPublishedList(board, round);
    await setRoundState(doing, round, "provisional", { change: { provisional, provisionalAt: doing.now } });
  },
  LONG_TRANSACTION,
);

type Decided = Place & { id: string; decisionId: string; to: "accepted" | "waiting"; turn: number };

type Besides = { turns: Map<string, number>; waiting: Set<string>; held: Map<string, unknown> };

type Writing = { round: Round; now: Date; actor: ReturnType<typeof toRecordedActor> };

/**
 * Makes the list final and writes its decisions, untold and with the year's list, all in one transaction: whoever has a
 * place is accepted, whoever has none waits for their first wish; all stand in the order of the draw from then on. Who
 * withdrew has none, and whose guardians disagree waits for them (admission 6).
 * @throws DomainError `objections_open` before their day is over, or while one has no answer; `courses_unnamed` while somebody
 * has a place without a course where its speciality's pairs are limited (admission 3)
 */
export const publishFinal = verb(
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

/** The same by a board, in the caller's transaction. */
export async function finishRound(doing: VerbContext, round: Round, board: Board): Promise<void> {
  const decided = await writeRoundResult(doing, round, board);
  const final = await createPublishedList(board, round);
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
export const revertRound = verb(
  "round_taken_back",
  "run_round",
  roundVersionSchema.extend({ reason: z.string().trim().min(1, "required").max(500, "too_long") }),
  async (doing, { reason, ...shown }) => {
    const round = await lockRound(doing, shown, "frozen", "provisional");
    const { tx } = doing;
    const { id } = round;
    const to = previousState[round.state as keyof typeof previousState];
    if (to === "open") {
      await auditRejectedNumbers(doing, round);
      await tx.draw.deleteMany({ where: { roundId: id, confirmedAt: null } });
      await tx.roundEntry.deleteMany({ where: { roundId: id } });
      await tx.roundPlace.deleteMany({ where: { roundId: id, leftOut: false } });
      await setRoundState(doing, round, to, { reason, change: { list: null, hash: null, frozenAt: null } });
    } else {
      await setRoundState(doing, round, to, {
        reason,
        change: { provisional: null as never, provisionalAt: null },
      });
    }
  },
);

/**
 * Ends a round: its places pass on as any others from then on.
 * @throws DomainError `places_held` while guardians keep somebody from the place that the round has for them
 */
export const closeRound = verb("round_closed", "run_round", roundVersionSchema, async (doing, shown) => {
  const round = await lockRound(doing, shown, "final");
  await assertNoBlockedPlaces(doing.tx, round);
  await setRoundState(doing, round, "closed", {
    change: { finalPublicAt: round.finalPublicAt ?? doing.now },
  });
});

const id = columnId.nullable().default(null);

const move = roundVersionSchema.extend({
  reference: z.string(),
  /** Both null: no place. */
  specialityId: id,
  syllabusId: id,
  reason: z.string().trim().min(1, "required").max(500, "too_long"),
});

/** The states in which the head may still put somebody otherwise. */
const STATES_WITH_MOVES = ["drawn", "provisional"] as const;

/**
 * Puts somebody of a drawn round elsewhere than the allotment does, with a reason; everybody else is allotted anew
 * around it (admission 5). The public page counts it.
 * @throws DomainError `entry_unknown`, `place_unknown`
 */
export const moveEntry = verb(
  "round_moved",
  "run_round",
  move,
  async (doing, { reference, reason, ...wanted }) => {
    const round = await lockRound(doing, wanted, ...STATES_WITH_MOVES);
    const { tx, actor, audit } = doing;
    const to: Place = { specialityId: wanted.specialityId, syllabusId: wanted.syllabusId };
    const isNone = to.specialityId === null && to.syllabusId === null;
    if (!isNone && !(await isKnownPlace(round, to))) throw new DomainError({ code: "place_unknown" });
    const enrollmentId = await findEntryId(doing, round, reference);
    const before = await undoMoves(doing, round, enrollmentId);
    await tx.roundMove.create({
      data: { roundId: round.id, enrollmentId, ...to, reason, memberId: "id" in actor ? actor.id : null },
      select: { id: true },
    });
    await incrementVersion(doing, round);
    await audit(
      { kind: "enrollment", id: reference },
      {
        speciality: [before?.specialityId, to.specialityId],
        syllabus: [before?.syllabusId, to.syllabusId],
        reason: [null, reason],
      },
    );
  },
);

/** Takes it back: points and draw decide again. */
export const undoMove = verb(
  "round_move_undone",
  "run_round",
  roundVersionSchema.extend({ reference: z.string() }),
  async (doing, { reference, ...shown }) => {
    const round = await lockRound(doing, shown, ...STATES_WITH_MOVES);
    const undone = await undoMoves(doing, round, await findEntryId(doing, round, reference));
    if (!undone) throw new DomainError({ code: "round_changed" });
    await incrementVersion(doing, round);
    await doing.audit(
      { kind: "enrollment", id: reference },
      { speciality: [undone.specialityId, null], syllabus: [undone.syllabusId, null] },
    );
  },
);

/** Somebody whose place is another one after a change than before. */
type PlaceChange = { reference: string; student: string; from: Place | null; to: Place | null };

/** What a move would change, before it is made: for whom, from where to where. */
export function previewMove(
  board: Board,
  { reference, to }: { reference: string; to: Place | null },
): PlaceChange[] {
  const moves = board.lines.flatMap(({ reference, move }) => (move ? [{ reference, to: move.to }] : []));
  const others = moves.filter((move) => move.reference !== reference);
  return changes(board, allot(board.lines, board.limits, [...others, { reference, to }]));
}

/** For whom the allotment gives another place by now than the provisional list that was published (admission 6). */
export async function listChangesAfterProvisional(
  round: Pick<Round, "id">,
  { lines }: Board,
): Promise<PlaceChange[]> {
  const { provisional } = await prisma().round.findUniqueOrThrow({
    where: { id: round.id },
    select: { provisional: true },
  });
  const published = new Map(parsePublishedList(provisional)?.lines.map((line) => [line.reference, line]));
  return lines.flatMap(({ reference, student, place: to }) => {
    const line = published.get(reference);
    const from =
      line && hasPlace(line) ? { specialityId: line.specialityId, syllabusId: line.syllabusId } : null;
    const isSame = from?.specialityId === to?.specialityId && from?.syllabusId === to?.syllabusId;
    return isSame ? [] : [{ reference, student, from, to }];
  });
}

/**
 * Writes what a round came to, in a statement a table: the turn of everybody in it, and the decisions that follow.
 * @returns how many decisions there are
 */
async function writeRoundResult(
  { tx, actor, now }: VerbContext,
  round: Round,
  board: Board,
): Promise<number> {
  const ids = board.lines.map(({ enrollmentId }) => enrollmentId);
  const waiting = await waitingAmong(tx, ids);
  const held = await findGuardianBlockers(tx, ids);
  const turns = getTurns(board);
  const decided = board.lines.flatMap((line) => decisionOf(line, board, { turns, waiting, held }));
  await writeDecisions(tx, decided, { round, now, actor: toRecordedActor(actor) });
  await writeStandings(tx, decided);
  const others = new Map(turns);
  for (const { id } of decided) others.delete(id);
  await writeTurns(tx, others);
  return decided.length;
}

/** The order of those in it, by their ids. Who is late stands behind the list in order of sending, without a turn. */
const getTurns = ({ lines }: Board): Map<string, number> =>
  new Map(lines.filter(({ late }) => !late).map(({ enrollmentId }, at) => [enrollmentId, at + 1]));

async function waitingAmong(tx: Prisma.TransactionClient, ids: string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select e.id::text from enrollments e where e.id = any(${ids}::uuid[]) and e.decided_state in ${STATES_WAITING}`;
  return new Set(rows.map(({ id }) => id));
}

/** Whom guardians hold back keeps the place, and it is decided when they agree; who waits already goes on waiting. */
function decisionOf(
  { enrollmentId: id, place, wishes, gone }: BoardRow,
  { limits }: Board,
  { turns, waiting, held }: Besides,
): Decided[] {
  const turn = turns.get(id);
  if (gone || turn === undefined || held.has(id)) return [];
  const decision = { id, decisionId: randomUUID(), turn };
  if (place) return [{ ...decision, to: "accepted", ...place }];
  const list = wishes.find((wish) => isInRound(wish, limits));
  return waiting.has(id) || !list ? [] : [{ ...decision, to: "waiting", ...list }];
}

/** Those decided as one value: parameters of their own would be read and checked one by one, thousands of them. */
const rowsOf = (decided: Decided[]) => Prisma.sql`jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
  as d(id uuid, "decisionId" uuid, "to" enrollment_state, turn int, "specialityId" int, "syllabusId" int)`;

/** Before their standings: what was before a decision is what stands until then. */
async function writeDecisions(tx: Prisma.TransactionClient, decided: Decided[], of: Writing) {
  const { round, now, actor } = of;
  const actorId = "id" in actor ? actor.id : null;
  await tx.$executeRaw`
    insert into decisions (id, enrollment_id, school_year_id, from_state, to_state, speciality_id, syllabus_id,
      before_speciality_id, before_syllabus_id, actor_kind, actor_id, decided_at, with_list)
    select d."decisionId", e.id, ${round.schoolYearId}, e.decided_state, d."to", d."specialityId", d."syllabusId",
      e.assigned_speciality_id, e.assigned_syllabus_id, ${actor.kind}, ${actorId}::uuid, ${now}, true
    from ${rowsOf(decided)} join enrollments e on e.id = d.id`;
  if (getCurrentSandbox().sandboxId !== LIVE) return;
  await tx.$executeRaw`
    insert into audit_entries (actor_kind, actor_id, action, object_kind, object_id)
    select ${actor.kind}, ${actorId}::uuid, 'decided_by_round', 'enrollment', e.reference
    from ${rowsOf(decided)} join enrollments e on e.id = d.id`;
}

const writeStandings = (tx: Prisma.TransactionClient, decided: Decided[]) =>
  tx.$executeRaw`
    update enrollments e set decided_state = d."to", version = e.version + 1, turn = d.turn,
      assigned_speciality_id = d."specialityId", assigned_syllabus_id = d."syllabusId"
    from ${rowsOf(decided)} where e.id = d.id`;

const writeTurns = (tx: Prisma.TransactionClient, turns: Map<string, number>) =>
  tx.$executeRaw`
    update enrollments e set turn = n.turn
    from unnest(${[...turns.keys()]}::uuid[], ${[...turns.values()]}::int[]) as n(id, turn) where e.id = n.id`;

async function assertNoOpenObjections({ tx }: VerbContext, { id, objectionsBy }: Round) {
  const open = await tx.objection.count({ where: { roundId: id, answeredAt: null } });
  const mayCome = objectionsBy !== null && toDay(objectionsBy) >= (await getSchoolToday());
  if (open > 0 || mayCome) throw new DomainError({ code: "objections_open", values: { count: open } });
}

function assertCoursesNamed(board: Board) {
  const count = listMissingCourses(board).length;
  if (count > 0) throw new DomainError({ code: "courses_unnamed", values: { count } });
}

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
  if (held.size > 0) throw new DomainError({ code: "places_held", values: { count: held.size } });
}

async function findEntryId({ tx }: VerbContext, { id }: Round, reference: string): Promise<string> {
  const entry = await tx.roundEntry.findFirst({
    where: { roundId: id, enrollment: { reference } },
    select: { enrollmentId: true },
  });
  if (!entry) throw new DomainError({ code: "entry_unknown" });
  return entry.enrollmentId;
}

/** Where somebody had been put until now; undefined where that was left to the allotment. */
async function undoMoves({ tx, now }: VerbContext, { id: roundId }: Round, enrollmentId: string) {
  const [undone] = await tx.roundMove.updateManyAndReturn({
    where: { roundId, enrollmentId, undoneAt: null },
    data: { undoneAt: now },
    select: { specialityId: true, syllabusId: true },
  });
  return undone;
}

function changes({ lines }: Board, after: { place: Place | null }[]): PlaceChange[] {
  return lines.flatMap(({ reference, student, place: from }, at) => {
    const to = after[at]?.place ?? null;
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ reference, student, from, to }];
  });
}
