import type { EnrollmentState } from "@/generated/prisma/enums";
import { yearPlaces } from "@/lib/decisions/place";
import { type Place, partsOf } from "@/lib/places/limits";
import { prisma } from "@/lib/prisma";

type InYear = { schoolYearId: number };
type Taken = Place & InYear & { count: number };
type Limit = Place & InYear & { places: number };

/** When somebody's turn is: by priority, then by the time of sending, in seconds. */
export type Turn = { id: string; priority: number; createdAt: number };
type Waits = Place & InYear & Turn;

/** The places and waiting lists of school years, moved along in memory as decisions are foreseen. */
export type YearPlaces = ReturnType<typeof movingPlaces>;

export async function yearPlacesOf(schoolYearIds: number[]): Promise<YearPlaces> {
  const where = { schoolYearId: { in: schoolYearIds } };
  const [limits, taken, waiting, known] = await Promise.all([
    prisma().place.findMany({ where }),
    prisma().$queryRaw<Taken[]>`
      select school_year_id as "schoolYearId", assigned_speciality_id as "specialityId",
        assigned_syllabus_id as "syllabusId", count(*)::int as count
      from enrollments
      where school_year_id = any(${schoolYearIds}::int[]) and decided_state = 'accepted' and not test
      group by 1, 2, 3`,
    prisma().$queryRaw<Waits[]>`
      select id, school_year_id as "schoolYearId", priority, extract(epoch from created_at)::float8 as "createdAt",
        assigned_speciality_id as "specialityId", assigned_syllabus_id as "syllabusId"
      from enrollments
      where school_year_id = any(${schoolYearIds}::int[]) and decided_state = 'waiting' and not test`,
    Promise.all(schoolYearIds.map(async (id) => [id, await idsOf(id)] as const)),
  ]);
  return movingPlaces(limits, taken, waiting, new Map(known));
}

async function idsOf(schoolYearId: number) {
  const { specialities, syllabi } = await yearPlaces(schoolYearId);
  return {
    specialities: new Set(specialities.map(({ id }) => id)),
    syllabi: new Set(syllabi.map(({ id }) => id)),
  };
}

type Known = Map<number, Awaited<ReturnType<typeof idsOf>>>;

function movingPlaces(limits: Limit[], alreadyTaken: Taken[], alreadyWaiting: Waits[], known: Known) {
  const places = new Map(limits.map((limit) => [keyOf(limit, limit), limit.places]));
  const taken = new Map<string, number>();
  const take = (place: Place, year: InYear, count = 1) => {
    for (const key of keysAround(place, year)) taken.set(key, (taken.get(key) ?? 0) + count);
  };
  for (const row of alreadyTaken) take(row, row, row.count);
  const lists = new Map<string, Waits[]>();
  for (const row of alreadyWaiting.toSorted((one, other) => compareTurn(other, one))) {
    const key = keyOf(row, row);
    const list = lists.get(key);
    if (list) list.push(row);
    else lists.set(key, [row]);
  }
  const gone = new Set<string>();

  return {
    has({ schoolYearId }: InYear, { specialityId, syllabusId }: Place): boolean {
      const year = known.get(schoolYearId);
      return Boolean(
        (specialityId === null || year?.specialities.has(specialityId)) &&
          (syllabusId === null || year?.syllabi.has(syllabusId)),
      );
    },
    isLimited: (year: InYear, place: Place): boolean =>
      keysAround(place, year).some((key) => places.has(key)),
    isFull: (year: InYear, place: Place): boolean =>
      keysAround(place, year).some((key) => (taken.get(key) ?? 0) >= (places.get(key) ?? Infinity)),
    /** Of whoever waits for this place or for a part of it (`aheadOf` of the waiting list). */
    someoneAhead: (row: InYear & Turn, place: Place): boolean =>
      keysAround(place, row).some((key) => {
        const first = firstOf(lists.get(key), gone);
        return first !== undefined && compareTurn(first, row) < 0;
      }),
    move(row: InYear & Turn, to: EnrollmentState, place: Place) {
      gone.add(row.id);
      if (to === "accepted") take(place, row);
    },
  };
}

/** Whose turn it is on a list that has the first of them last. */
function firstOf(list: Waits[] | undefined, gone: Set<string>): Waits | undefined {
  while (list?.length && gone.has((list.at(-1) as Waits).id)) list.pop();
  return list?.at(-1);
}

const keyOf = ({ specialityId, syllabusId }: Place, { schoolYearId }: InYear) =>
  `${schoolYearId}/${specialityId}/${syllabusId}`;

const keysAround = (place: Place, year: InYear) => partsOf(place).map((part) => keyOf(part, year));

const compareTurn = (one: Turn, other: Turn) =>
  other.priority - one.priority ||
  one.createdAt - other.createdAt ||
  (one.id === other.id ? 0 : one.id < other.id ? -1 : 1);
