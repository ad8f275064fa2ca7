import { prisma } from "@/lib/prisma";
import { type Actor, demand, may } from "@/lib/staff/rights";
import { CORRECTION, DISAGREEMENT, LOST_MAILS, NOT_ERASED, OVERTAKEN } from "./conditions";
import type { Filters } from "./filters";

/** Something that waits for the desk: how many, and the filters of the list that shows them. */
export type Waiting = {
  what: "pending" | "untold" | "overtaken" | "mail" | "disagreement" | "correction" | "requests";
  count: number;
  /** None for what is not in the list: requests about data have a page of their own. */
  filters?: Filters;
};

type Counts = Record<Waiting["what"], number>;

/** What waits for somebody at the desk; what does not is left out (desk 6). */
export async function whatWaits(actor: Actor): Promise<Waiting[]> {
  demand(actor, "read");
  const [counts] = await prisma().$queryRaw<Counts[]>`
    select
      (select count(*)::int from enrollments e
        where e.decided_state = 'pending' and not e.test and ${NOT_ERASED}) as pending,
      (select count(*)::int from enrollments where decided_state <> state and not test) as untold,
      (select count(*)::int from enrollments e where not e.test and ${OVERTAKEN}) as overtaken,
      (select count(distinct e.id)::int from ${LOST_MAILS} lost join enrollments e on e.id = lost.enrollment_id
        where not e.test) as mail,
      (select count(*)::int from enrollments e where not e.test and ${DISAGREEMENT}) as disagreement,
      (select count(*)::int from enrollments e where not e.test and ${CORRECTION}) as correction,
      (select count(*)::int from data_requests d join people p on p.id = d.person_id
        where d.settled_at is null and p.sandbox_id = 0) as requests`;
  const all: Waiting[] = [
    { what: "pending", count: counts?.pending ?? 0, filters: { state: "pending" } },
    { what: "untold", count: counts?.untold ?? 0, filters: { told: "no" } },
    { what: "overtaken", count: counts?.overtaken ?? 0, filters: { told: "void" } },
    { what: "mail", count: counts?.mail ?? 0, filters: { mail: "trouble" } },
    { what: "disagreement", count: counts?.disagreement ?? 0, filters: { disagreement: "open" } },
    { what: "correction", count: counts?.correction ?? 0, filters: { correction: "open" } },
    ...(may(actor, "answer_data_requests")
      ? [{ what: "requests", count: counts?.requests ?? 0 } as const]
      : []),
  ];
  return all.filter(({ count }) => count > 0);
}
