import { Prisma } from "@/generated/prisma/client";
import { getCatalogueSnapshot } from "@/lib/catalogue/snapshot";
import { STATES_WAITING, STATES_ENDED, STATES_WITH_PLACE } from "@/lib/enrollment/state-sql";
import { prisma } from "@/lib/platform/prisma";

/**
 * What somebody with a place has said of the next year, and what came of it; `waits`: who has none, waits for one this
 * year, and is asked only whether to ask again (admission 14).
 */
export const renewalAnswers = ["given", "pending", "change", "leave", "desk", "silent", "waits"] as const;

export type RenewalAnswer = (typeof renewalAnswers)[number];

export type RenewalCandidate = {
  /** The enrollment of the next year; of the year before where there is none. */
  reference: string;
  /** The one of the year before. */
  enrollmentId: string;
  studentId: string;
  student: string;
  answer: RenewalAnswer;
};

/** Whom nobody can ask, or nobody should without the desk: without a birth date, or with a guardian kept apart. */
export const NEEDS_DESK = Prisma.sql`(s.erased_at is not null or s.birth_date is null
  or exists (select from guardianships g where g.student_id = s.id and g.kept_apart))`;

/** Who of some students the desk asks itself. */
export async function findNeedingDesk(students: string[]): Promise<Set<string>> {
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    select s.id from people s where s.id = any(${students}::uuid[]) and ${NEEDS_DESK}`;
  return new Set(rows.map(({ id }) => id));
}

/** The school year before another one. */
export async function getPreviousYear(schoolYearId: number): Promise<number | undefined> {
  const { schoolYears } = await getCatalogueSnapshot();
  return schoolYears[schoolYears.findIndex(({ id }) => id === schoolYearId) - 1]?.id;
}

/**
 * Everybody who had a place in the year before a school year, or was on a waiting list and has not asked again, in the
 * order in which they asked for the next one.
 */
export async function listRenewalCandidates(
  schoolYearId: number,
  db: Prisma.TransactionClient = prisma(),
): Promise<RenewalCandidate[]> {
  const before = await getPreviousYear(schoolYearId);
  if (before === undefined) return [];
  return db.$queryRaw<RenewalCandidate[]>`
    select coalesce(n.reference, e.reference) as reference, e.id as "enrollmentId",
      s.id as "studentId", concat_ws(' ', s.name, s.surname) as student,
      case
        when e.state in ${STATES_WAITING} then 'waits'
        when n.id is not null and w.answer = 'stay' and n.decided_state in ${STATES_WITH_PLACE} then 'given'
        when n.id is not null and w.answer = 'stay' then 'pending'
        when n.id is not null then 'change'
        when w.answer = 'leave' then 'leave'
        when ${NEEDS_DESK} then 'desk'
        else 'silent'
      end as answer
    from enrollments e
    join people s on s.id = e.student_id
    left join enrollments n on n.student_id = e.student_id and n.school_year_id = ${schoolYearId}
      and n.decided_state not in ${STATES_ENDED}
    left join going_on w on w.student_id = e.student_id and w.school_year_id = ${schoolYearId}
    where e.school_year_id = ${before} and (
      e.state in ${STATES_WITH_PLACE} and e.decided_state in ${STATES_WITH_PLACE}
      or e.state in ${STATES_WAITING} and e.decided_state in ${STATES_WAITING}
        and n.id is null and w.student_id is null and not ${NEEDS_DESK})
    order by n.created_at, e.created_at, e.id`;
}
