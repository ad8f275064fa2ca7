import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { guardiansRefuse } from "@/lib/decisions/disagreements";
import { assignedPlace } from "@/lib/decisions/place";
import type { Place } from "@/lib/decisions/places/limits";
import { recorded } from "@/lib/people/audit";
import type { Doing } from "@/lib/people/verb";
import { currentSandbox, LIVE } from "@/lib/platform/sandbox";
import { isOfRound } from "./allot";
import type { Board, BoardLine } from "./board";
import type { Round } from "./round";

type Decided = {
  id: string;
  decisionId: string;
  to: "accepted" | "waiting";
  place: Place;
  reference: string;
};

/** Those who wait by now, and for what. */
type Waiting = Map<string, Place>;

/**
 * Writes what a round came to, in a statement a table: the turn of everybody in it, and the decisions that follow.
 * @returns how many decisions there are
 */
export async function writeResult({ tx, actor, now }: Doing, round: Round, board: Board): Promise<number> {
  const ids = board.lines.map(({ enrollmentId }) => enrollmentId);
  await writeTurns(tx, board);
  const waiting = await waitingAmong(tx, ids);
  const held = await guardiansRefuse(tx, ids);
  const decided = board.lines.flatMap((line) => decisionOf(line, board, { waiting, held }));
  await writeStandings(tx, decided);
  await writeDecisions(tx, decided, { round, waiting, now, actor: recorded(actor) });
  return decided.length;
}

/** Holds a round's enrollments, so that nobody withdraws or becomes late between the board and what is written of it. */
export const holdEntries = (tx: Prisma.TransactionClient, { id }: Pick<Round, "id">) =>
  tx.$queryRaw`
    select 1 from enrollments where id in (select enrollment_id from round_entries where round_id = ${id})
    order by id for update`;

/** Who is late stands behind the list in order of sending, without a turn. */
async function writeTurns(tx: Prisma.TransactionClient, { lines }: Board) {
  const inTurn = lines.filter(({ late }) => !late).map(({ enrollmentId }) => enrollmentId);
  await tx.$executeRaw`
    update enrollments e set turn = n.turn
    from unnest(${inTurn}::uuid[]) with ordinality as n(id, turn)
    where e.id = n.id`;
}

async function waitingAmong(tx: Prisma.TransactionClient, ids: string[]): Promise<Waiting> {
  const rows = await tx.enrollment.findMany({
    where: { id: { in: ids }, decidedState: "waiting" },
    select: { id: true, assignedSpecialityId: true, assignedSyllabusId: true },
  });
  return new Map(rows.map((row) => [row.id, assignedPlace(row)]));
}

type Besides = { waiting: Waiting; held: Map<string, unknown> };

/** Whom guardians hold back keeps the place, and it is decided when they agree; who waits already goes on waiting. */
function decisionOf(line: BoardLine, { limits }: Board, { waiting, held }: Besides): Decided[] {
  const { enrollmentId: id, reference, place, wishes, gone } = line;
  if (gone || held.has(id)) return [];
  const decisionId = randomUUID();
  if (place) return [{ id, decisionId, to: "accepted", place, reference }];
  const list = wishes.find((wish) => isOfRound(wish, limits));
  return waiting.has(id) || !list ? [] : [{ id, decisionId, to: "waiting", place: list, reference }];
}

async function writeStandings(tx: Prisma.TransactionClient, decided: Decided[]) {
  const rows = decided.map(({ id, to, place }) => ({ id, to, ...place }));
  await tx.$executeRaw`
    update enrollments e set decided_state = d."to", version = e.version + 1,
      assigned_speciality_id = d."specialityId", assigned_syllabus_id = d."syllabusId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d(id uuid, "to" enrollment_state, "specialityId" int, "syllabusId" int)
    where e.id = d.id`;
}

type Writing = { round: Round; waiting: Waiting; now: Date; actor: ReturnType<typeof recorded> };

async function writeDecisions(tx: Prisma.TransactionClient, decided: Decided[], of: Writing) {
  const { round, waiting, now, actor } = of;
  const actorId = "id" in actor ? actor.id : null;
  await tx.decision.createMany({
    data: decided.map(({ id, decisionId, to, place }) => ({
      id: decisionId,
      enrollmentId: id,
      schoolYearId: round.schoolYearId,
      fromState: waiting.has(id) ? ("waiting" as const) : ("pending" as const),
      toState: to,
      ...place,
      beforeSpecialityId: waiting.get(id)?.specialityId ?? null,
      beforeSyllabusId: waiting.get(id)?.syllabusId ?? null,
      actorKind: actor.kind,
      actorId,
      decidedAt: now,
      withList: true,
    })),
  });
  if (currentSandbox().sandboxId !== LIVE) return;
  await tx.auditEntry.createMany({
    data: decided.map(({ reference }) => ({
      actorKind: actor.kind,
      actorId,
      action: "decided_by_round",
      objectKind: "enrollment",
      objectId: reference,
    })),
  });
}
