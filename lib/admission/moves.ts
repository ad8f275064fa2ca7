import { z } from "zod";
import { isKnownPlace } from "@/lib/decisions/place";
import type { Place } from "@/lib/decisions/places/limits";
import { type ActionContext, ActionError, defineAction } from "@/lib/people/verb";
import { columnId } from "@/lib/platform/columns";
import { allot } from "./allot";
import type { Board } from "./board";
import { incrementVersion, lockRound, type Round, roundVersionSchema } from "./round";

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
 * @throws Refused `entry_unknown`, `place_unknown`
 */
export const moveEntry = defineAction(
  "round_moved",
  "run_round",
  move,
  async (doing, { reference, reason, ...wanted }) => {
    const round = await lockRound(doing, wanted, ...STATES_WITH_MOVES);
    const { tx, actor, audit } = doing;
    const to: Place = { specialityId: wanted.specialityId, syllabusId: wanted.syllabusId };
    const isNone = to.specialityId === null && to.syllabusId === null;
    if (!isNone && !(await isKnownPlace(round, to))) throw new ActionError({ code: "place_unknown" });
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
export const undoMove = defineAction(
  "round_move_undone",
  "run_round",
  roundVersionSchema.extend({ reference: z.string() }),
  async (doing, { reference, ...shown }) => {
    const round = await lockRound(doing, shown, ...STATES_WITH_MOVES);
    const undone = await undoMoves(doing, round, await findEntryId(doing, round, reference));
    if (!undone) throw new ActionError({ code: "round_changed" });
    await incrementVersion(doing, round);
    await doing.audit(
      { kind: "enrollment", id: reference },
      { speciality: [undone.specialityId, null], syllabus: [undone.syllabusId, null] },
    );
  },
);

async function findEntryId({ tx }: ActionContext, { id }: Round, reference: string): Promise<string> {
  const entry = await tx.roundEntry.findFirst({
    where: { roundId: id, enrollment: { reference } },
    select: { enrollmentId: true },
  });
  if (!entry) throw new ActionError({ code: "entry_unknown" });
  return entry.enrollmentId;
}

/** Where somebody had been put until now; undefined where that was left to the allotment. */
async function undoMoves({ tx, now }: ActionContext, { id: roundId }: Round, enrollmentId: string) {
  const [undone] = await tx.roundMove.updateManyAndReturn({
    where: { roundId, enrollmentId, undoneAt: null },
    data: { undoneAt: now },
    select: { specialityId: true, syllabusId: true },
  });
  return undone;
}

/** Somebody whose place is another one after a change than before. */
export type PlaceChange = { reference: string; student: string; from: Place | null; to: Place | null };

/** What a move would change, before it is made: for whom, from where to where. */
export function previewMove(
  board: Board,
  { reference, to }: { reference: string; to: Place | null },
): PlaceChange[] {
  const moves = board.lines.flatMap(({ reference, move }) => (move ? [{ reference, to: move.to }] : []));
  const others = moves.filter((move) => move.reference !== reference);
  return changes(board, allot(board.lines, board.limits, [...others, { reference, to }]));
}

function changes({ lines }: Board, after: { place: Place | null }[]): PlaceChange[] {
  return lines.flatMap(({ reference, student, place: from }, at) => {
    const to = after[at]?.place ?? null;
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ reference, student, from, to }];
  });
}
