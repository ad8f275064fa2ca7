import { OVER } from "@/lib/enrollment/state-sql";
import { prisma } from "@/lib/platform/prisma";
import { today } from "@/lib/school/today";
import {
  CORRECTION,
  DISAGREEMENT,
  LOST_MAILS,
  lateAnswer,
  NO_CHOICE,
  REPLY,
  UNANSWERED_QUESTION,
} from "./conditions";
import { missings } from "./filters";

export type Missing = (typeof missings)[number];

/** What is missing of some enrollments, by their ids: as the filter `missing` would find them. */
export async function missingOf(ids: string[]): Promise<Map<string, Missing[]>> {
  const rows = await prisma().$queryRaw<({ id: string } & Record<Missing, boolean>)[]>`
    select e.id::text, ${NO_CHOICE} as choice,
      e.id in (select lost.enrollment_id from ${LOST_MAILS} lost where lost.enrollment_id = any(${ids}::uuid[])) as mail,
      ${CORRECTION} as correction, ${DISAGREEMENT} as disagreement, ${lateAnswer(await today())} as answer,
      ${UNANSWERED_QUESTION} as question, ${REPLY} as reply,
      e.decided_state not in ${OVER} and exists (
        select from people p join people q on q.same_key = p.same_key and q.id <> p.id
        join enrollments o on o.student_id = q.id and o.school_year_id = e.school_year_id
        where p.id = e.student_id and o.decided_state not in ${OVER}) as same
    from enrollments e where e.id = any(${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, missings.filter((name) => row[name])]));
}
