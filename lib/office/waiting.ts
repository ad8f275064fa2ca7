import { PERHAPS_SAME } from "@/lib/decisions/repeated";
import { type Actor, demand, may } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { today } from "@/lib/school/today";
import {
  CORRECTION,
  DISAGREEMENT,
  dueSql,
  LOST_MAILS,
  lateAnswer,
  NOT_ERASED,
  OVERTAKEN,
  questionSql,
  UNANSWERED,
} from "./conditions";
import type { Filters } from "./filters";

/** Something that waits for the desk: how many, and the filters of the list that shows them. */
export type Waiting = {
  what:
    | "late"
    | "due"
    | "pending"
    | "untold"
    | "overtaken"
    | "mail"
    | "answer"
    | "replied"
    | "silent"
    | "asked"
    | "disagreement"
    | "correction"
    | "same"
    | "requests";
  count: number;
  /** The school year that it is of, where it is counted by year. */
  year?: string;
  /** None for what is not in the list: requests about data have a page of their own. */
  filters?: Filters;
};

type Counts = Record<Exclude<Waiting["what"], "pending">, number>;

/** What waits for somebody at the desk; what does not is left out (desk 6). */
export async function whatWaits(actor: Actor): Promise<Waiting[]> {
  demand(actor, "read");
  const { late, week } = dueSql(await settings());
  const question = questionSql(await today());
  const [counts] = await prisma().$queryRaw<Counts[]>`
    select
      (select count(*)::int from enrollments where decided_state <> state) as untold,
      (select count(*)::int from enrollments e where ${OVERTAKEN}) as overtaken,
      (select count(distinct lost.enrollment_id)::int from ${LOST_MAILS} lost) as mail,
      (select count(*)::int from enrollments e where ${lateAnswer(await today())}) as answer,
      (select count(*)::int from enrollments e where ${question.answered}) as replied,
      (select count(*)::int from enrollments e where ${question.late}) as silent,
      (select count(*)::int from enrollments e where ${question.open}) as asked,
      (select count(*)::int from enrollments e where ${DISAGREEMENT}) as disagreement,
      (select count(*)::int from enrollments e where ${CORRECTION}) as correction,
      (select count(*)::int from enrollments e where e.id in ${PERHAPS_SAME}) as same,
      (select count(*)::int from enrollments e where ${UNANSWERED} and ${late}) as late,
      (select count(*)::int from enrollments e where ${UNANSWERED} and ${week}) as due,
      (select count(*)::int from data_requests where settled_at is null) as requests`;
  const all: Waiting[] = [
    { what: "late", count: counts?.late ?? 0, filters: { due: "late" } },
    ...(await pendingByYear()),
    { what: "due", count: counts?.due ?? 0, filters: { due: "week" } },
    { what: "untold", count: counts?.untold ?? 0, filters: { told: "no" } },
    { what: "overtaken", count: counts?.overtaken ?? 0, filters: { told: "void" } },
    { what: "mail", count: counts?.mail ?? 0, filters: { mail: "trouble" } },
    { what: "answer", count: counts?.answer ?? 0, filters: { answer: "late" } },
    { what: "replied", count: counts?.replied ?? 0, filters: { question: "answered" } },
    { what: "silent", count: counts?.silent ?? 0, filters: { question: "late" } },
    { what: "asked", count: counts?.asked ?? 0, filters: { question: "open" } },
    { what: "disagreement", count: counts?.disagreement ?? 0, filters: { disagreement: "open" } },
    { what: "correction", count: counts?.correction ?? 0, filters: { correction: "open" } },
    { what: "same", count: counts?.same ?? 0, filters: { same: "perhaps" } },
    ...(may(actor, "answer_data_requests")
      ? [{ what: "requests", count: counts?.requests ?? 0 } as const]
      : []),
  ];
  return all.filter(({ count }) => count > 0);
}

/** What is to be decided in the years that are not over: nobody decides any more on those before. */
async function pendingByYear(): Promise<Waiting[]> {
  const years = await prisma().$queryRaw<{ id: number; year: string; count: number }[]>`
    select y.id, y.year, (
      select count(*)::int from enrollments e
      where e.school_year_id = y.id and e.decided_state = 'pending' and ${NOT_ERASED}
    ) as count
    from school_years y where y.end_school_year >= ${await today()}::date
    order by y.start_school_year`;
  return years.map(({ id, year, count }) => ({
    what: "pending",
    count,
    year,
    filters: { year: id, state: "pending" },
  }));
}
