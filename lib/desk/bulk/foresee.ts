import type { EnrollmentState } from "@/generated/prisma/enums";
import { yearPlaces } from "@/lib/decisions/place";
import type { Place } from "@/lib/places/limits";
import { prisma } from "@/lib/prisma";

/** A row of a bulk action with all that decides what becomes of it. */
export type Foreseen = {
  id: string;
  reference: string;
  student: string;
  frozenVersion: number;
  version: number;
  state: EnrollmentState;
  decidedState: EnrollmentState;
  hasUntold: boolean;
  schoolYearId: number;
  priority: number;
  createdAt: Date;
  assignedSpecialityId: number | null;
  assignedSyllabusId: number | null;
  /** A guardian's words against it that nobody has settled; a second guardian who has not answered. */
  disagrees: boolean;
  unanswered: boolean;
  specialities: number[];
  syllabi: number[];
};

/** The rows of a bulk action in their order. */
export const foreseenRows = (bulkId: string) =>
  prisma().$queryRaw<Foreseen[]>`
    select e.id, e.reference, concat_ws(' ', s.name, s.surname) as student,
      b.version as "frozenVersion", e.version, e.state, e.decided_state as "decidedState",
      exists (select from decisions d where d.enrollment_id = e.id and d.status = 'untold') as "hasUntold",
      e.school_year_id as "schoolYearId", e.priority, e.created_at as "createdAt",
      e.assigned_speciality_id as "assignedSpecialityId", e.assigned_syllabus_id as "assignedSyllabusId",
      exists (select from disagreements o where o.enrollment_id = e.id and o.settled_at is null) as disagrees,
      exists (select from guardianships g where g.student_id = e.student_id and g.position > 1
        and g.confirmed_at is null and g.denied_at is null and not g.kept_apart
        and not exists (select from disagreements o
          where o.enrollment_id = e.id and o.guardian_id = g.guardian_id)) as unanswered,
      array(select speciality_id from speciality_choices where enrollment_id = e.id order by option) as specialities,
      array(select syllabus_id from syllabus_choices where enrollment_id = e.id order by option) as syllabi
    from bulk_rows b join enrollments e on e.id = b.enrollment_id join people s on s.id = e.student_id
    where b.bulk_id = ${bulkId}::uuid order by b.position`;

type InYear = { schoolYearId: number };
type Taken = Place & InYear & { count: number };
type Waits = Place & InYear & Turn;
type Limit = Place & { schoolYearId: number; places: number };

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
      select id, school_year_id as "schoolYearId", priority, created_at as "createdAt",
        assigned_speciality_id as "specialityId", assigned_syllabus_id as "syllabusId"
      from enrollments
      where school_year_id = any(${schoolYearIds}::int[]) and decided_state = 'waiting' and not test`,
    Promise.all(schoolYearIds.map(async (id) => [id, await yearPlaces(id)] as const)),
  ]);
  return movingPlaces(limits, taken, waiting, new Map(known));
}

type Known = Map<number, Awaited<ReturnType<typeof yearPlaces>>>;

function movingPlaces(limits: Limit[], alreadyTaken: Taken[], alreadyWaiting: Waits[], known: Known) {
  const taken = new Map<string, number>();
  const waiting = new Map(alreadyWaiting.map((one) => [one.id, one]));
  const take = (place: Place, year: InYear, count = 1) => {
    for (const limit of limitsOf(place, year)) {
      const key = keyOf(limit, year);
      taken.set(key, (taken.get(key) ?? 0) + count);
    }
  };
  const limitsOf = (place: Place, { schoolYearId }: InYear) =>
    limits.filter((limit) => limit.schoolYearId === schoolYearId && within(limit, place));
  for (const row of alreadyTaken) take(row, row, row.count);

  return {
    has({ schoolYearId }: InYear, { specialityId, syllabusId }: Place): boolean {
      const year = known.get(schoolYearId);
      return (
        (specialityId === null || Boolean(year?.specialities.some(({ id }) => id === specialityId))) &&
        (syllabusId === null || Boolean(year?.syllabi.some(({ id }) => id === syllabusId)))
      );
    },
    isFull: (year: InYear, place: Place): boolean =>
      limitsOf(place, year).some((limit) => (taken.get(keyOf(limit, year)) ?? 0) >= limit.places),
    /** Of whoever waits for this place or for a part of it (`aheadOf` of the waiting list). */
    someoneAhead: (row: InYear & Turn, place: Place): boolean =>
      [...waiting.values()].some(
        (one) => one.schoolYearId === row.schoolYearId && within(one, place) && compareTurn(one, row) < 0,
      ),
    move(row: InYear & Turn, to: EnrollmentState, place: Place) {
      waiting.delete(row.id);
      if (to === "accepted") take(place, row);
    },
  };
}

const keyOf = ({ specialityId, syllabusId }: Place, { schoolYearId }: InYear) =>
  [schoolYearId, specialityId, syllabusId].join("/");

/** Whether a place falls under a limit, or is what a list is for. */
const within = (wide: Place, { specialityId, syllabusId }: Place) =>
  (wide.specialityId === null || wide.specialityId === specialityId) &&
  (wide.syllabusId === null || wide.syllabusId === syllabusId);

type Turn = { id: string; priority: number; createdAt: Date };

const compareTurn = (one: Turn, other: Turn) =>
  other.priority - one.priority ||
  one.createdAt.getTime() - other.createdAt.getTime() ||
  (one.id === other.id ? 0 : one.id < other.id ? -1 : 1);
