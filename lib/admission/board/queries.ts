import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { addGivenCount } from "@/lib/admission/draw/queries";
import { type PointsFormat, publishPoints, sortByPoints } from "@/lib/admission/draw-order";
import type { Round } from "@/lib/admission/round";
import { createPairCheck, getYearStudies, isSamePlace, type Place } from "@/lib/decisions/place";
import { countTakenPlaces } from "@/lib/decisions/queries";
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
  choices: Place[];
  student: string;
  /** Gets no place: withdrawn, erased, decided outside the round, or late. */
  isExcluded: boolean;
  /** The choices were corrected after the freeze. */
  late: boolean;
  move?: { to: Place | null; reason: string };
};

type Award = ReturnType<typeof allot>[number];
export type BoardRow = DrawnEntry & Award;

export type Board = Omit<Awaited<ReturnType<typeof readDrawnRound>>, "entries"> & { rows: BoardRow[] };

type RoundKey = Pick<Round, "id" | "schoolYearId">;

/** The current allotment of a round (admission 5); internal until it is published. */
export async function readBoard(
  actor: Actor,
  round: RoundKey,
  tx: Prisma.TransactionClient = prisma(),
): Promise<Board> {
  requirePermission(actor, "read");
  const { entries, ...rest } = await readDrawnRound(tx, round);
  const moves = entries.flatMap(({ reference, move }) => (move ? [{ reference, to: move.to }] : []));
  const awards = allot(entries, rest.limits, moves);
  return { ...rest, rows: entries.map((entry, index) => ({ ...entry, ...(awards[index] as Award) })) };
}

/** The rows of a speciality (null: choices without one): with a place, and waiting for it as first choice. */
type SpecialityGroup = {
  specialityId: number | null;
  placed: BoardRow[];
  waiting: BoardRow[];
  /** The limit and the places assigned before the round; null where only pairs or syllabi have limits. */
  limit: { places: number; given: number } | null;
};

/** Groups the rows by the speciality of their place, else of their first choice; sorted by id. */
export function groupBySpeciality({ rows, limits }: Board): SpecialityGroup[] {
  const groups = new Map<number | null, SpecialityGroup>();
  const getGroup = (specialityId: number | null): SpecialityGroup => {
    const limit = limits.find((row) => row.specialityId === specialityId && row.syllabusId === null) ?? null;
    const group = groups.get(specialityId) ?? { specialityId, placed: [], waiting: [], limit };
    groups.set(specialityId, group);
    return group;
  };
  for (const { specialityId, syllabusId } of limits)
    if (specialityId !== null && !syllabusId) getGroup(specialityId);
  for (const row of rows) {
    if (row.isExcluded) continue;
    const { place, choices } = row;
    if (place) getGroup(place.specialityId).placed.push(row);
    else getGroup(choices[0]?.specialityId ?? null).waiting.push(row);
  }
  return [...groups.values()].sort((a, b) => (a.specialityId ?? 0) - (b.specialityId ?? 0));
}

const nullableNumber = z.number().nullable();

const publishedListSchema = z.object({
  lines: z.array(
    z.object({
      reference: z.string(),
      total: z.number(),
      specialityId: nullableNumber,
      syllabusId: nullableNumber,
      rank: nullableNumber,
      gone: z.boolean(),
    }),
  ),
  names: z.record(z.string(), z.string()),
  places: z.number(),
  moved: z.number(),
});

/** A list as published; stored, so that later changes of the catalogue's names do not change it. */
export type PublishedList = z.output<typeof publishedListSchema>;

export async function createPublishedList(
  board: Board,
  { schoolYearId, publishedPoints }: Pick<Round, "schoolYearId" | "publishedPoints">,
): Promise<PublishedList> {
  const lines = publishPoints(board.rows, publishedPoints as PointsFormat).map(
    ({ reference, total, place, rank, isExcluded }) => ({
      reference,
      total,
      specialityId: place?.specialityId ?? null,
      syllabusId: place?.syllabusId ?? null,
      rank,
      gone: isExcluded,
    }),
  );
  const { specialities, syllabi } = await getYearStudies(schoolYearId);
  const nameEntries = [
    ...specialities.map(({ id, name }) => [`speciality ${id}`, name] as const),
    ...syllabi.map(({ id, name }) => [`syllabus ${id}`, name] as const),
  ];
  const usedKeys = new Set(
    lines.flatMap(({ specialityId, syllabusId }) => [`speciality ${specialityId}`, `syllabus ${syllabusId}`]),
  );
  return {
    lines,
    names: Object.fromEntries(nameEntries.filter(([key]) => usedKeys.has(key))),
    places: lines.filter(hasPlace).length,
    moved: board.rows.filter(({ move }) => move).length,
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
  json === null ? undefined : publishedListSchema.parse(json);

type ChoiceIds = [specialityId: number | null, syllabusId: number | null];
type EntryRow = Omit<DrawnEntry, "choices" | "move"> & { choices: ChoiceIds[] };

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
  const publishedRows = new Map(parsePublishedList(final)?.lines.map((row) => [row.reference, row]));
  return {
    ...drawn,
    rows: entries.flatMap((entry) => toBoardRows(entry, publishedRows.get(entry.reference))),
    limits: drawn.limits.map((limit) => {
      const given = places.find((place) => !place.leftOut && isSamePlace(place, limit))?.given ?? limit.given;
      return { ...limit, given, free: limit.places - given };
    }),
  };
}

type BoardLimits = Pick<Board, "limits">;

/** Whether a place lacks a course although the courses of its speciality have their own limits. */
const needsCourse = ({ limits }: BoardLimits, { specialityId, syllabusId }: Place): boolean =>
  syllabusId === null &&
  limits.some((limit) => limit.specialityId === specialityId && limit.syllabusId !== null);

/** The rows whose place lacks a course where pairs are limited (admission 3). */
export const listMissingCourses = (board: Board): BoardRow[] =>
  board.rows.filter(({ place }) => place !== null && needsCourse(board, place));

/** The places that the head can assign to a row: its choices, with each course where one is missing. */
export async function listPossiblePlaces(
  board: BoardLimits,
  { schoolYearId }: Pick<Round, "schoolYearId">,
  { choices }: Pick<BoardRow, "choices">,
): Promise<Place[]> {
  const [{ syllabi }, isOffered] = await Promise.all([
    getYearStudies(schoolYearId),
    createPairCheck(schoolYearId),
  ]);
  const listCourses = ({ specialityId }: Place) =>
    syllabi.map(({ id: syllabusId }) => ({ specialityId, syllabusId })).filter(isOffered);
  return choices.flatMap((choice) => (needsCourse(board, choice) ? listCourses(choice) : [choice]));
}

async function readDrawnRound(tx: Prisma.TransactionClient, { id, schoolYearId }: RoundKey) {
  const rows = await readEntries(tx, id);
  const places = await tx.roundPlace.findMany({
    where: { roundId: id, leftOut: false },
    orderBy: { id: "asc" },
  });
  const moves = await tx.roundMove.findMany({ where: { roundId: id, undoneAt: null } });
  const openCount = await tx.enrollment.count({
    where: { schoolYearId, decidedState: { in: ["pending", "waiting"] }, student: { erasedAt: null } },
  });
  const moveById = new Map(
    moves.map(({ enrollmentId, reason, ...to }) => [enrollmentId, { to: toPlaceOrNull(to), reason }]),
  );
  const entries = rows.map(({ choices, ...row }): DrawnEntry => {
    const move = moveById.get(row.enrollmentId);
    return { ...row, choices: choices.map(toPlace), ...(move && { move }) };
  });
  // Places assigned outside the round meanwhile are not available in it.
  const countTaken = await countTakenPlaces(tx, schoolYearId);
  const limits = places.map(({ specialityId, syllabusId, places }) =>
    addGivenCount({ specialityId, syllabusId, places }, countTaken),
  );
  // Pending and waiting enrollments of the year that are not in the round: no choice with a limit, or too late.
  const outsideCount = openCount - entries.filter(({ isExcluded }) => !isExcluded).length;
  return { entries: sortByPoints(entries, "totals"), limits, outsideCount };
}

/** Raw SQL, because Prisma's models take five times as long. */
const readEntries = (tx: Prisma.TransactionClient, roundId: number) =>
  tx.$queryRaw<EntryRow[]>`
    select e.id::text as "enrollmentId", e.reference, r.position, r.points as total, coalesce(r.drawn, '') as drawn,
      r.shares, r.wishes as choices, r.late, concat_ws(', ', nullif(s.surname, ''), nullif(s.name, '')) as student,
      r.late or s.erased_at is not null or not (e.decided_state = 'pending' or e.decided_state in ${STATES_WAITING}) as "isExcluded"
    from round_entries r join enrollments e on e.id = r.enrollment_id join people s on s.id = e.student_id
    where r.round_id = ${roundId} order by r.position`;

const toPlace = ([specialityId, syllabusId]: ChoiceIds): Place => ({ specialityId, syllabusId });

const toPlaceOrNull = ({ specialityId, syllabusId }: Place): Place | null =>
  specialityId === null && syllabusId === null ? null : { specialityId, syllabusId };

function toBoardRows(
  entry: DrawnEntry,
  publishedRow: PublishedList["lines"][number] | undefined,
): BoardRow[] {
  if (!publishedRow) return [];
  const { specialityId, syllabusId, rank, gone } = publishedRow;
  const place = hasPlace(publishedRow) ? { specialityId, syllabusId } : null;
  const index = place ? entry.choices.findIndex((choice) => isSamePlace(choice, place)) : -1;
  const moved = entry.move !== undefined && !gone;
  return [{ ...entry, place, rank, isExcluded: gone, moved, choice: index === -1 ? null : index + 1 }];
}
