import { z } from "zod";
import { allot } from "@/lib/admission/board/allot";
import { type Board, hasPlace, parsePublishedList } from "@/lib/admission/board/queries";
import { incrementVersion, lockRound, type Round, roundVersionSchema } from "@/lib/admission/round";
import { isKnownPlace, type Place } from "@/lib/decisions/place";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { typedId } from "@/lib/platform/schema";

const id = typedId.nullable().default(null);

const move = roundVersionSchema.extend({
  reference: z.string(),
  /** Both null: no place. */
  specialityId: id,
  syllabusId: id,
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

type PlaceChange = { reference: string; student: string; from: Place | null; to: Place | null };

export function previewMove(
  board: Board,
  { reference, to }: { reference: string; to: Place | null },
): PlaceChange[] {
  const moves = board.lines.flatMap(({ reference, move }) => (move ? [{ reference, to: move.to }] : []));
  const others = moves.filter((move) => move.reference !== reference);
  return changes(board, allot(board.lines, board.limits, [...others, { reference, to }]));
}

/** The entries whose place differs from the published provisional list (admission 6). */
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

function changes({ lines }: Board, after: { place: Place | null }[]): PlaceChange[] {
  return lines.flatMap(({ reference, student, place: from }, at) => {
    const to = after[at]?.place ?? null;
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ reference, student, from, to }];
  });
}
