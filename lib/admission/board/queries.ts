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
import { allot } from "./allot";

type DrawnEntry = {
  enrollmentId: string;
  reference: string;
  position: number;
  total: number;
  drawn: string;
  shares: string;
  wishes: Place[];
  student: string;
  /** Gets no place: withdrawn, erased, decided outside the round, or late. */
  gone: boolean;
  /** The choices were corrected after the freeze. */
  late: boolean;
  move?: { to: Place | null; reason: string };
};

type Award = ReturnType<typeof allot>[number];
export type BoardRow = DrawnEntry & Award;

type DrawnRound = {
  entries: DrawnEntry[];
  limits: RoundLimits;
  /** Pending and waiting enrollments of the year that are not in the round: no choice with a limit, or too late. */
  besides: number;
};

export type Board = Omit<DrawnRound, "entries"> & { lines: BoardRow[] };

type Which = Pick<Round, "id" | "schoolYearId">;

/** The current allotment of a round (admission 5); internal until it is published. */
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

/** The rows of a speciality (null: choices without one): with a place, and waiting for it as first choice. */
export type SpecialityGroup = {
  specialityId: number | null;
  inside: BoardRow[];
  outside: BoardRow[];
  /** The limit and the places assigned before the round; null where only pairs or syllabi have limits. */
  limit: { places: number; given: number } | null;
};

/** Groups the rows by the speciality of their place, else of their first choice; sorted by id. */
export function groupBySpeciality({ lines, limits }: Board): SpecialityGroup[] {
  const groups = new Map<number | null, SpecialityGroup>();
  const getGroup = (specialityId: number | null): SpecialityGroup => {
    const limit = limits.find((one) => one.specialityId === specialityId && one.syllabusId === null) ?? null;
    const group = groups.get(specialityId) ?? { specialityId, inside: [], outside: [], limit };
    groups.set(specialityId, group);
    return group;
  };
  for (const { specialityId, syllabusId } of limits)
    if (specialityId !== null && !syllabusId) getGroup(specialityId);
  for (const line of lines) {
    if (line.gone) continue;
    const { place, wishes } = line;
    if (place) getGroup(place.specialityId).inside.push(line);
    else getGroup(wishes[0]?.specialityId ?? null).outside.push(line);
  }
  return [...groups.values()].sort((one, other) => (one.specialityId ?? 0) - (other.specialityId ?? 0));
}

const id = z.number().nullable();

const published = z.object({
  lines: z.array(
    z.object({
      reference: z.string(),
      total: z.number(),
      specialityId: id,
      syllabusId: id,
      rank: id,
      gone: z.boolean(),
    }),
  ),
  names: z.record(z.string(), z.string()),
  places: z.number(),
  moved: z.number(),
});

/** A list as published; stored, so that later changes of the catalogue's names do not change it. */
export type PublishedList = z.output<typeof published>;

export type PublishedRow = PublishedList["lines"][number];

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

export const getPublishedName = (
  { names }: Pick<PublishedList, "names">,
  { specialityId, syllabusId }: Place,
): string =>
  [names[`speciality ${specialityId}`], names[`syllabus ${syllabusId}`]].filter(Boolean).join(", ");

export const parsePublishedList = (json: Prisma.JsonValue): PublishedList | undefined =>
  json === null ? undefined : published.parse(json);

type Wish = [specialityId: number | null, syllabusId: number | null];
type Row = Omit<DrawnEntry, "wishes" | "move"> & { wishes: Wish[] };

/**
 * The result of a final round as published. It is not calculated again, because its own places would then count as
 * assigned before it.
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

type WithLimits = Pick<Board, "limits">;

/** Whether a place lacks a course although the courses of its speciality have their own limits. */
const needsCourse = ({ limits }: WithLimits, { specialityId, syllabusId }: Place): boolean =>
  syllabusId === null &&
  limits.some((limit) => limit.specialityId === specialityId && limit.syllabusId !== null);

/** The rows whose place lacks a course where pairs are limited (admission 3). */
export const listMissingCourses = (board: Board): BoardRow[] =>
  board.lines.filter(({ place }) => place !== null && needsCourse(board, place));

/** The places that the head can assign to a row: its choices, with each course where one is missing. */
export async function listPossiblePlaces(
  board: WithLimits,
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
    moves.map(({ enrollmentId, reason, ...to }) => [enrollmentId, { to: toPlaceOrNull(to), reason }]),
  );
  const entries = rows.map(({ wishes, ...row }): DrawnEntry => {
    const move = moved.get(row.enrollmentId);
    return { ...row, wishes: wishes.map(toPlace), ...(move && { move }) };
  });
  // Places assigned outside the round meanwhile are not available in it.
  const given = await countGivenPlaces(tx, schoolYearId);
  const limits = places.map(({ specialityId, syllabusId, places }) =>
    addGivenCount({ specialityId, syllabusId, places }, given),
  );
  const besides = open - entries.filter(({ gone }) => !gone).length;
  return { entries: sortByPoints(entries, "totals"), limits, besides };
}

/** Raw SQL, because Prisma's models take five times as long. */
const readEntries = (tx: Prisma.TransactionClient, roundId: number) =>
  tx.$queryRaw<Row[]>`
    select e.id::text as "enrollmentId", e.reference, r.position, r.points as total, coalesce(r.drawn, '') as drawn,
      r.shares, r.wishes, r.late, concat_ws(', ', nullif(s.surname, ''), nullif(s.name, '')) as student,
      r.late or s.erased_at is not null or not (e.decided_state = 'pending' or e.decided_state in ${STATES_WAITING}) as gone
    from round_entries r join enrollments e on e.id = r.enrollment_id join people s on s.id = e.student_id
    where r.round_id = ${roundId} order by r.position`;

const toPlace = ([specialityId, syllabusId]: Wish): Place => ({ specialityId, syllabusId });

const toPlaceOrNull = ({ specialityId, syllabusId }: Place): Place | null =>
  specialityId === null && syllabusId === null ? null : { specialityId, syllabusId };

function toBoardRows(entry: DrawnEntry, written: PublishedRow | undefined): BoardRow[] {
  if (!written) return [];
  const { specialityId, syllabusId, rank, gone } = written;
  const place = hasPlace(written) ? { specialityId, syllabusId } : null;
  const at = place ? entry.wishes.findIndex((wish) => isSamePlace(wish, place)) : -1;
  const moved = entry.move !== undefined && !gone;
  return [{ ...entry, place, rank, gone, moved, choice: at === -1 ? null : at + 1 }];
}
