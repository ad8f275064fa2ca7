import { z } from "zod";
import { allot } from "@/lib/admission/board/allot";
import { type Board, hasPlace, parsePublishedList } from "@/lib/admission/board/queries";
import { lockRound, type Round, roundVersionSchema, updateRound } from "@/lib/admission/round";
import { isKnownPlace, type Place } from "@/lib/decisions/place";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { typedId } from "@/lib/platform/schema";

const nullableId = typedId.nullable().default(null);

const moveSchema = roundVersionSchema.extend({
  reference: z.string(),
  /** Both null: no place. */
  specialityId: nullableId,
  syllabusId: nullableId,
  reason: z.string().trim().min(1, "required").max(500, "too_long"),
});

const STATES_WITH_MOVES = ["drawn", "provisional"] as const;

/**
 * Moves an entry of a drawn round to another place, with a reason; all others are allotted around it (admission 5).
 * The public page counts the moves.
 * @throws DomainError `entry_unknown`, `place_unknown`
 */
export const moveEntry = verb(
  "round_moved",
  "run_round",
  moveSchema,
  async (context, { reference, reason, ...input }) => {
    const round = await lockRound(context, input, ...STATES_WITH_MOVES);
    const { tx, actor, audit } = context;
    const to: Place = { specialityId: input.specialityId, syllabusId: input.syllabusId };
    const isNone = to.specialityId === null && to.syllabusId === null;
    if (!isNone && !(await isKnownPlace(round, to))) throw new DomainError({ code: "place_unknown" });
    const enrollmentId = await findEntryId(context, round, reference);
    const previous = await undoMoves(context, round, enrollmentId);
    await tx.roundMove.create({
      data: { roundId: round.id, enrollmentId, ...to, reason, memberId: "id" in actor ? actor.id : null },
      select: { id: true },
    });
    await updateRound(context, round);
    await audit(
      { kind: "enrollment", id: reference },
      {
        speciality: [previous?.specialityId, to.specialityId],
        syllabus: [previous?.syllabusId, to.syllabusId],
        reason: [null, reason],
      },
    );
  },
);

export const undoMove = verb(
  "round_move_undone",
  "run_round",
  roundVersionSchema.extend({ reference: z.string() }),
  async (context, { reference, ...input }) => {
    const round = await lockRound(context, input, ...STATES_WITH_MOVES);
    const previous = await undoMoves(context, round, await findEntryId(context, round, reference));
    if (!previous) throw new DomainError();
    await updateRound(context, round);
    await context.audit(
      { kind: "enrollment", id: reference },
      { speciality: [previous.specialityId, null], syllabus: [previous.syllabusId, null] },
    );
  },
);

type PlaceChange = { reference: string; student: string; from: Place | null; to: Place | null };

export function previewMove(
  board: Board,
  { reference, to }: { reference: string; to: Place | null },
): PlaceChange[] {
  const moves = board.rows.flatMap(({ reference, move }) => (move ? [{ reference, to: move.to }] : []));
  const otherMoves = moves.filter((move) => move.reference !== reference);
  return listPlaceChanges(board, allot(board.rows, board.limits, [...otherMoves, { reference, to }]));
}

/** The entries whose place differs from the published provisional list (admission 6). */
export async function listChangesAfterProvisional(
  round: Pick<Round, "id">,
  { rows }: Board,
): Promise<PlaceChange[]> {
  const { provisional } = await prisma().round.findUniqueOrThrow({
    where: { id: round.id },
    select: { provisional: true },
  });
  const published = new Map(parsePublishedList(provisional)?.lines.map((row) => [row.reference, row]));
  return rows.flatMap(({ reference, student, place: to }) => {
    const row = published.get(reference);
    const from = row && hasPlace(row) ? { specialityId: row.specialityId, syllabusId: row.syllabusId } : null;
    const isSame = from?.specialityId === to?.specialityId && from?.syllabusId === to?.syllabusId;
    return isSame ? [] : [{ reference, student, from, to }];
  });
}

async function findEntryId({ tx }: VerbContext, { id }: Round, reference: string): Promise<string> {
  const entry = await tx.roundEntry.findFirst({
    where: { roundId: id, enrollment: { reference } },
    select: { enrollmentId: true },
  });
  if (!entry) throw new DomainError({ code: "entry_unknown" });
  return entry.enrollmentId;
}

async function undoMoves({ tx, now }: VerbContext, { id: roundId }: Round, enrollmentId: string) {
  const [undone] = await tx.roundMove.updateManyAndReturn({
    where: { roundId, enrollmentId, undoneAt: null },
    data: { undoneAt: now },
    select: { specialityId: true, syllabusId: true },
  });
  return undone;
}

function listPlaceChanges({ rows }: Board, awards: { place: Place | null }[]): PlaceChange[] {
  return rows.flatMap(({ reference, student, place: from }, index) => {
    const to = awards[index]?.place ?? null;
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ reference, student, from, to }];
  });
}
