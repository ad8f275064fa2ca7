import type { Prisma } from "@/generated/prisma/client";
import type { Place } from "@/lib/decisions/places/limits";
import { givenPlaces } from "@/lib/decisions/read-year";
import { stateRow } from "@/lib/enrollment/states";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { type Award, allot } from "./allot";
import { type ToFreeze, withGiven } from "./frozen";
import { byPoints } from "./order";
import type { MeritLine } from "./points";
import type { Round } from "./round";

/** A line of a drawn round, in its order, with what the allotment gives it. */
export type BoardLine = Award & {
  enrollmentId: string;
  /** Its line in the frozen list. */
  position: number;
  total: number;
  merits: MeritLine[];
  drawn: string;
  shares: string;
  wishes: Place[];
  student: string;
  /** Takes no place: withdrawn, erased, decided beside the round, or late. */
  gone: boolean;
  /** The desk has corrected its wishes since the list was closed. */
  late: boolean;
  move?: { reason: string; memberId: string | null; at: Date };
};

export type Board = {
  lines: BoardLine[];
  limits: ToFreeze["limits"];
  /** Those of the year who wait for a place and have no line: without a wish that the round gives, or too late. */
  besides: number;
};

const entryColumns = {
  enrollmentId: true,
  position: true,
  points: true,
  merits: true,
  wishes: true,
  shares: true,
  drawn: true,
  late: true,
  enrollment: {
    select: {
      reference: true,
      decidedState: true,
      student: { select: { name: true, surname: true, erasedAt: true } },
    },
  },
} satisfies Prisma.RoundEntrySelect;

/** How a round would give its places now (admission 5): nobody sees it before it is published. */
export async function readBoard(
  actor: Actor,
  round: Pick<Round, "id" | "schoolYearId">,
  tx: Prisma.TransactionClient = prisma(),
): Promise<Board> {
  demand(actor, "read");
  const { id: roundId, schoolYearId } = round;
  const rows = await tx.roundEntry.findMany({ where: { roundId }, select: entryColumns });
  const places = await tx.roundPlace.findMany({ where: { roundId, leftOut: false }, orderBy: { id: "asc" } });
  const moves = await tx.roundMove.findMany({ where: { roundId, undoneAt: null } });
  const open = await tx.enrollment.count({
    where: { schoolYearId, decidedState: { in: ["pending", "waiting"] }, student: { erasedAt: null } },
  });
  const moved = new Map(moves.map((move) => [move.enrollmentId, move]));
  const entries = byPoints(rows.map(entryOf));
  // What the head gives beside the round meanwhile is no longer to be had in it.
  const given = await givenPlaces(tx, schoolYearId);
  const limits = places.map(({ specialityId, syllabusId, places }) =>
    withGiven({ specialityId, syllabusId, places }, given),
  );
  const inRound = entries.flatMap(({ enrollmentId, reference }) => {
    const move = moved.get(enrollmentId);
    return move ? [{ reference, to: placeOf(move) }] : [];
  });
  const awards = allot(entries, limits, inRound);
  const lines = entries.map((entry, at): BoardLine => {
    const move = moved.get(entry.enrollmentId);
    const { reason, memberId, createdAt } = move ?? {};
    return {
      ...entry,
      ...(awards[at] as Award),
      ...(reason !== undefined &&
        createdAt && { move: { reason, memberId: memberId ?? null, at: createdAt } }),
    };
  });
  return { lines, limits, besides: open - lines.filter(({ gone }) => !gone).length };
}

type Row = Prisma.RoundEntryGetPayload<{ select: typeof entryColumns }>;

function entryOf({ enrollment, points, merits, wishes, drawn, late, ...row }: Row) {
  const { reference, decidedState, student } = enrollment;
  const waits = decidedState === "pending" || stateRow(decidedState).holds === "list";
  return {
    ...row,
    late,
    reference,
    total: points,
    merits: merits as MeritLine[],
    drawn: drawn ?? "",
    wishes: (wishes as [number | null, number | null][]).map(([specialityId, syllabusId]) => ({
      specialityId,
      syllabusId,
    })),
    student: [student.surname, student.name].filter(Boolean).join(", "),
    gone: late || student.erasedAt !== null || !waits,
  };
}

const placeOf = ({ specialityId, syllabusId }: Place): Place | null =>
  specialityId === null && syllabusId === null ? null : { specialityId, syllabusId };
