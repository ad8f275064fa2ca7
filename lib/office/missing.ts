import { STATES_ENDED } from "@/lib/enrollment/state-sql";
import { prisma } from "@/lib/platform/prisma";
import { getSchoolToday } from "@/lib/school/today";
import {
  HAS_CORRECTION_REQUEST,
  HAS_DISAGREEMENT,
  UNDELIVERED_MAILS,
  isConfirmationOverdue,
  HAS_NO_CHOICE,
  HAS_REPLY,
  HAS_OPEN_QUESTION,
} from "./conditions";
import { incompleteReasons } from "./filters";

export type IncompleteReason = (typeof incompleteReasons)[number];

/** What is missing of some enrollments, by their ids: as the filter `missing` would find them. */
export async function findIncomplete(ids: string[]): Promise<Map<string, IncompleteReason[]>> {
  const rows = await prisma().$queryRaw<({ id: string } & Record<IncompleteReason, boolean>)[]>`
    select e.id::text, ${HAS_NO_CHOICE} as choice,
      e.id in (select lost.enrollment_id from ${UNDELIVERED_MAILS} lost where lost.enrollment_id = any(${ids}::uuid[])) as mail,
      ${HAS_CORRECTION_REQUEST} as correction, ${HAS_DISAGREEMENT} as disagreement, ${isConfirmationOverdue(await getSchoolToday())} as answer,
      ${HAS_OPEN_QUESTION} as question, ${HAS_REPLY} as reply,
      e.decided_state not in ${STATES_ENDED} and exists (
        select from people p join people q on q.same_key = p.same_key and q.id <> p.id
        join enrollments o on o.student_id = q.id and o.school_year_id = e.school_year_id
        where p.id = e.student_id and o.decided_state not in ${STATES_ENDED}) as same
    from enrollments e where e.id = any(${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, incompleteReasons.filter((name) => row[name])]));
}
