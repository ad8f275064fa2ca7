import { Prisma } from "@/generated/prisma/client";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { OVER, WITH_PLACE } from "@/lib/enrollment/state-sql";
import { prisma } from "@/lib/platform/prisma";

/** What somebody with a place has said of the next year, and what came of it (admission 14). */
export const renewalAnswers = ["given", "pending", "change", "leave", "desk", "silent"] as const;

export type RenewalAnswer = (typeof renewalAnswers)[number];

export type Renewer = {
  /** The enrollment of the next year; of the year before where there is none. */
  reference: string;
  student: string;
  answer: RenewalAnswer;
};

/** Whom nobody can ask, or nobody should without the desk: without a birth date, or with a guardian kept apart. */
export const NEEDS_DESK = Prisma.sql`(s.erased_at is not null or s.birth_date is null
  or exists (select from guardianships g where g.student_id = s.id and g.kept_apart))`;

/** Everybody who had a place in the year before a school year, in the order in which they asked for the next one. */
export async function renewers(
  schoolYearId: number,
  db: Prisma.TransactionClient = prisma(),
): Promise<Renewer[]> {
  const { schoolYears } = await catalogueSnapshot();
  const before = schoolYears[schoolYears.findIndex(({ id }) => id === schoolYearId) - 1];
  if (!before) return [];
  return db.$queryRaw<Renewer[]>`
    select coalesce(n.reference, e.reference) as reference, concat_ws(' ', s.name, s.surname) as student,
      case
        when n.id is not null and w.answer = 'stay' and n.decided_state in ${WITH_PLACE} then 'given'
        when n.id is not null and w.answer = 'stay' then 'pending'
        when n.id is not null then 'change'
        when w.answer = 'leave' then 'leave'
        when ${NEEDS_DESK} then 'desk'
        else 'silent'
      end as answer
    from enrollments e
    join people s on s.id = e.student_id
    left join enrollments n on n.student_id = e.student_id and n.school_year_id = ${schoolYearId}
      and n.decided_state not in ${OVER}
    left join going_on w on w.student_id = e.student_id and w.school_year_id = ${schoolYearId}
    where e.school_year_id = ${before.id} and e.state in ${WITH_PLACE} and e.decided_state in ${WITH_PLACE}
    order by n.created_at, e.created_at, e.id`;
}
