import { randomUUID } from "node:crypto";
import { Prisma } from "@/generated/prisma/client";
import { findGuardianBlockers } from "@/lib/decisions/disagreements";
import type { Place } from "@/lib/decisions/places/limits";
import { STATES_WAITING } from "@/lib/enrollment/state-sql";
import { toRecordedActor } from "@/lib/people/audit";
import type { ActionContext } from "@/lib/people/verb";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { isInRound } from "./allot";
import type { Board, BoardRow } from "./board";
import type { Round } from "./round";

type Decided = Place & { id: string; decisionId: string; to: "accepted" | "waiting"; turn: number };

/**
 * Writes what a round came to, in a statement a table: the turn of everybody in it, and the decisions that follow.
 * @returns how many decisions there are
 */
export async function writeRoundResult({ tx, actor, now }: ActionContext, round: Round, board: Board): Promise<number> {
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

/** Holds a round's enrollments, so that nobody withdraws or becomes late between the board and what is written of it. */
export const lockEntries = (tx: Prisma.TransactionClient, { id }: Pick<Round, "id">) =>
  tx.$queryRaw`
    select count(*) from (
      select 1 from enrollments where id in (select enrollment_id from round_entries where round_id = ${id})
      order by id for update) held`;

/** The order of those in it, by their ids. Who is late stands behind the list in order of sending, without a turn. */
const getTurns = ({ lines }: Board): Map<string, number> =>
  new Map(lines.filter(({ late }) => !late).map(({ enrollmentId }, at) => [enrollmentId, at + 1]));

async function waitingAmong(tx: Prisma.TransactionClient, ids: string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select e.id::text from enrollments e where e.id = any(${ids}::uuid[]) and e.decided_state in ${STATES_WAITING}`;
  return new Set(rows.map(({ id }) => id));
}

type Besides = { turns: Map<string, number>; waiting: Set<string>; held: Map<string, unknown> };

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

type Writing = { round: Round; now: Date; actor: ReturnType<typeof toRecordedActor> };

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
