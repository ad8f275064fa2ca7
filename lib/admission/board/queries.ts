import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { addGivenCount, type RoundLimits } from "@/lib/admission/draw/queries";
import { type PointsFormat, publishPoints, sortByPoints } from "@/lib/admission/draw-order";
import type { Round } from "@/lib/admission/round";
import { createPairCheck, getYearStudies, isSamePlace, type Place } from "@/lib/decisions/place";
import { countGivenPlaces } from "@/lib/decisions/queries";
import { STATES_WAITING } from "@/lib/enrollment/sql";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { type Award, allot } from "./allot";

/** A line of a drawn round. */
type DrawnEntry = {
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

type DrawnRound = {
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

/** A speciality of a board, or what is wished without one: who is in, and who is out and waits for it first. */
export type SpecialityGroup = {
  specialityId: number | null;
  inside: BoardRow[];
  outside: BoardRow[];
  /** The limit, and what was given of it before; null where only its pairs or syllabi have one. */
  limit: { places: number; given: number } | null;
};

/** A board by speciality, in the order of their ids; a line is in the lane of its place, else in that of its first wish. */
export function groupBySpeciality({ lines, limits }: Board): SpecialityGroup[] {
  const lanes = new Map<number | null, SpecialityGroup>();
  const laneOf = (specialityId: number | null): SpecialityGroup => {
    const limit = limits.find((one) => one.specialityId === specialityId && one.syllabusId === null) ?? null;
    const lane = lanes.get(specialityId) ?? { specialityId, inside: [], outside: [], limit };
    lanes.set(specialityId, lane);
    return lane;
  };
  for (const { specialityId, syllabusId } of limits)
    if (specialityId !== null && !syllabusId) laneOf(specialityId);
  for (const line of lines) {
    if (line.gone) continue;
    const { place, wishes } = line;
    if (place) laneOf(place.specialityId).inside.push(line);
    else laneOf(wishes[0]?.specialityId ?? null).outside.push(line);
  }
  return [...lanes.values()].sort((one, other) => (one.specialityId ?? 0) - (other.specialityId ?? 0));
}

const id = z.number().nullable();

const published = z.object({
  /** In the order of points and draw; by reference alone. */
  lines: z.array(
    z.object({
      reference: z.string(),
      /** Its rank by points where the round publishes ranks. */
      total: z.number(),
      specialityId: id,
      syllabusId: id,
      /** On the list of the first wish, where there is no place. */
      rank: id,
      gone: z.boolean(),
    }),
  ),
  /** What the places were called. */
  names: z.record(z.string(), z.string()),
  places: z.number(),
  moved: z.number(),
});

/** A list as it is published: it stays what it was when a catalogue's names change. */
export type PublishedList = z.output<typeof published>;

export type PublishedRow = PublishedList["lines"][number];

/** What would be published of a board. */
export async function createPublishedList(
  board: Board,
  { schoolYearId, publishedPoints }: Pick<Round, "schoolYearId" | "publishedPoints">,
): Promise<PublishedList> {
  const lines = publishPoints(board.lines, publishedPoints as PointsFormat).map(
    ({ reference, total, place, rank, gone }) => ({
      reference,
      total,
      specialityId: place?.specialityId ?? null,
      syllabusId: place?.syllabusId ?? null,
      rank,
      gone,
    }),
  );
  const { specialities, syllabi } = await getYearStudies(schoolYearId);
  const named = [
    ...specialities.map(({ id, name }) => [`speciality ${id}`, name] as const),
    ...syllabi.map(({ id, name }) => [`syllabus ${id}`, name] as const),
  ];
  const used = new Set(
    lines.flatMap(({ specialityId, syllabusId }) => [`speciality ${specialityId}`, `syllabus ${syllabusId}`]),
  );
  return {
    lines,
    names: Object.fromEntries(named.filter(([key]) => used.has(key))),
    places: lines.filter(hasPlace).length,
    moved: board.lines.filter(({ move }) => move).length,
  };
}

export const hasPlace = ({ specialityId, syllabusId }: Place): boolean =>
  specialityId !== null || syllabusId !== null;

/** A place's name as it was published. */
export const getPublishedName = (
  { names }: Pick<PublishedList, "names">,
  { specialityId, syllabusId }: Place,
): string =>
  [names[`speciality ${specialityId}`], names[`syllabus ${syllabusId}`]].filter(Boolean).join(", ");

/** What was stored as one. */
export const parsePublishedList = (json: Prisma.JsonValue): PublishedList | undefined =>
  json === null ? undefined : published.parse(json);

type Wish = [specialityId: number | null, syllabusId: number | null];
type Row = Omit<DrawnEntry, "wishes" | "move"> & { wishes: Wish[] };

/**
 * What a final round has given, as it is written: worked out anew, those whom it has placed would count among the places
 * that were given before it.
 */
export async function readFinalBoard(actor: Actor, round: Round): Promise<Board> {
  requirePermission(actor, "read");
  const { entries, ...drawn } = await readDrawnRound(prisma(), round);
  const { final, places } = await prisma().round.findUniqueOrThrow({
    where: { id: round.id },
    select: { final: true, places: true },
  });
  const written = new Map(parsePublishedList(final)?.lines.map((line) => [line.reference, line]));
  return {
    ...drawn,
    lines: entries.flatMap((entry) => toBoardRows(entry, written.get(entry.reference))),
    limits: drawn.limits.map((limit) => {
      const given = places.find((one) => !one.leftOut && isSamePlace(one, limit))?.given ?? limit.given;
      return { ...limit, given, free: limit.places - given };
    }),
  };
}

type Standing = Pick<Board, "limits">;

/** Whether a place names no course of a speciality whose courses have limits of their own. */
const needsCourse = ({ limits }: Standing, { specialityId, syllabusId }: Place): boolean =>
  syllabusId === null &&
  limits.some((limit) => limit.specialityId === specialityId && limit.syllabusId !== null);

/** Those with a place that takes the speciality's limit alone where its pairs are limited (admission 3). */
export const listMissingCourses = (board: Board): BoardRow[] =>
  board.lines.filter(({ place }) => place !== null && needsCourse(board, place));

/** Somebody's wishes as the head may give them: with each course where the wish names none and should. */
export async function listPossiblePlaces(
  board: Standing,
  { schoolYearId }: Pick<Round, "schoolYearId">,
  { wishes }: Pick<BoardRow, "wishes">,
): Promise<Place[]> {
  const [{ syllabi }, isOffered] = await Promise.all([
    getYearStudies(schoolYearId),
    createPairCheck(schoolYearId),
  ]);
  const withCourses = ({ specialityId }: Place) =>
    syllabi.map(({ id: syllabusId }) => ({ specialityId, syllabusId })).filter(isOffered);
  return wishes.flatMap((wish) => (needsCourse(board, wish) ? withCourses(wish) : [wish]));
}

/** What a round is allotted by, as it stands now. */
async function readDrawnRound(
  tx: Prisma.TransactionClient,
  { id, schoolYearId }: Which,
): Promise<DrawnRound> {
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
  return { entries: sortByPoints(entries, "totals"), limits, besides };
}

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

function toBoardRows(entry: DrawnEntry, written: PublishedRow | undefined): BoardRow[] {
  if (!written) return [];
  const { specialityId, syllabusId, rank, gone } = written;
  const place = hasPlace(written) ? { specialityId, syllabusId } : null;
  const at = place ? entry.wishes.findIndex((wish) => isSamePlace(wish, place)) : -1;
  const moved = entry.move !== undefined && !gone;
  return [{ ...entry, place, rank, gone, moved, choice: at === -1 ? null : at + 1 }];
}
