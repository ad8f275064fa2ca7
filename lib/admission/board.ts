import type { Prisma } from "@/generated/prisma/client";
import type { Place } from "@/lib/decisions/places/limits";
import { countGivenPlaces } from "@/lib/decisions/read-year";
import { STATES_WAITING } from "@/lib/enrollment/state-sql";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { type Award, allot } from "./allot";
import { type RoundLimits, addGivenCount } from "./frozen";
import { sortByPoints } from "./order";
import type { Round } from "./round";

/** A line of a drawn round. */
export type DrawnEntry = {
  enrollmentId: string;
  reference: string;
  /** Its line in the frozen list. */
  position: number;
  total: number;
  drawn: string;
  shares: string;
  wishes: Place[];
  student: string;
  /** Takes no place: withdrawn, erased, decided beside the round, or late. */
  gone: boolean;
  /** The desk has corrected its wishes since the list was closed. */
  late: boolean;
  move?: { to: Place | null; reason: string };
};

/** The same with what the allotment gives it. */
export type BoardRow = DrawnEntry & Award;

export type DrawnRound = {
  /** In the order of points and draw. */
  entries: DrawnEntry[];
  limits: RoundLimits;
  /** Those of the year who wait for a place and have no line: without a wish that the round gives, or too late. */
  besides: number;
};

export type Board = Omit<DrawnRound, "entries"> & { lines: BoardRow[] };

type Which = Pick<Round, "id" | "schoolYearId">;

/** How a round would give its places now (admission 5): nobody sees it before it is published. */
export async function readBoard(
  actor: Actor,
  round: Which,
  tx: Prisma.TransactionClient = prisma(),
): Promise<Board> {
  requirePermission(actor, "read");
  const { entries, ...besides } = await readDrawnRound(tx, round);
  const moves = entries.flatMap(({ reference, move }) => (move ? [{ reference, to: move.to }] : []));
  const awards = allot(entries, besides.limits, moves);
  return { ...besides, lines: entries.map((entry, at) => ({ ...entry, ...(awards[at] as Award) })) };
}

/** What a round is allotted by, as it stands now. */
export async function readDrawnRound(tx: Prisma.TransactionClient, { id, schoolYearId }: Which): Promise<DrawnRound> {
  const rows = await readEntries(tx, id);
  const places = await tx.roundPlace.findMany({
    where: { roundId: id, leftOut: false },
    orderBy: { id: "asc" },
  });
  const moves = await tx.roundMove.findMany({ where: { roundId: id, undoneAt: null } });
  const open = await tx.enrollment.count({
    where: { schoolYearId, decidedState: { in: ["pending", "waiting"] }, student: { erasedAt: null } },
  });
  const moved = new Map(
    moves.map(({ enrollmentId, reason, ...to }) => [enrollmentId, { to: placeOf(to), reason }]),
  );
  const entries = rows.map(({ wishes, ...row }): DrawnEntry => {
    const move = moved.get(row.enrollmentId);
    return { ...row, wishes: wishes.map(wishOf), ...(move && { move }) };
  });
  // What the head gives beside the round meanwhile is no longer to be had in it.
  const given = await countGivenPlaces(tx, schoolYearId);
  const limits = places.map(({ specialityId, syllabusId, places }) =>
    addGivenCount({ specialityId, syllabusId, places }, given),
  );
  const besides = open - entries.filter(({ gone }) => !gone).length;
  return { entries: sortByPoints(entries), limits, besides };
}

type Wish = [specialityId: number | null, syllabusId: number | null];
type Row = Omit<DrawnEntry, "wishes" | "move"> & { wishes: Wish[] };

/** One statement: through the model it takes five times as long, and a page waits for it. */
const readEntries = (tx: Prisma.TransactionClient, roundId: number) =>
  tx.$queryRaw<Row[]>`
    select e.id::text as "enrollmentId", e.reference, r.position, r.points as total, coalesce(r.drawn, '') as drawn,
      r.shares, r.wishes, r.late, concat_ws(', ', nullif(s.surname, ''), nullif(s.name, '')) as student,
      r.late or s.erased_at is not null or not (e.decided_state = 'pending' or e.decided_state in ${STATES_WAITING}) as gone
    from round_entries r join enrollments e on e.id = r.enrollment_id join people s on s.id = e.student_id
    where r.round_id = ${roundId} order by r.position`;

const wishOf = ([specialityId, syllabusId]: Wish): Place => ({ specialityId, syllabusId });

const placeOf = ({ specialityId, syllabusId }: Place): Place | null =>
  specialityId === null && syllabusId === null ? null : { specialityId, syllabusId };
