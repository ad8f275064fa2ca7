import { prisma } from "@/lib/platform/prisma";
import { WAITING_ORDER, STATES_WAITING } from "./state-sql";

/**
 * The ranks, from 1, of those among some enrollments whose families have been told that they wait. Who is
 * counted and where is what has been told: a decision that nobody has heard of yet
 * moves nobody.
 */
export async function readNotifiedRanks(
  enrollments: { id: string; state: string; school_year_id: number }[],
): Promise<Map<string, number>> {
  const waiting = enrollments.filter(({ state }) => state === "waiting");
  if (waiting.length === 0) return new Map();
  const years = [...new Set(waiting.map(({ school_year_id }) => school_year_id))];
  const ranks = await prisma().$queryRaw<{ id: string; rank: number }[]>`
    with list as (
      select e.id, e.school_year_id, e.student_id, e.created_at, told.speciality_id, told.syllabus_id,
        e.turn, e.gave_up_at
      from enrollments e
      left join lateral (
        select d.speciality_id, d.syllabus_id from decisions d
        where d.enrollment_id = e.id and d.status = 'told'
        order by d.settled_at desc, d.decided_at desc limit 1
      ) told on true
      where e.state in ${STATES_WAITING} and e.school_year_id = any(${years})
    ), ranked as (
      select e.id, row_number() over (
        partition by school_year_id, speciality_id, syllabus_id order by ${WAITING_ORDER}
      )::int as rank from list e
    )
    select id, rank from ranked where id = any(${waiting.map(({ id }) => id)}::uuid[])`;
  return new Map(ranks.map(({ id, rank }) => [id, rank]));
}
