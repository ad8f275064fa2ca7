import { Prisma } from "@/generated/prisma/client";
import { POSSIBLE_DUPLICATES } from "@/lib/decisions/repeated";
import { type Actor, requirePermission, hasPermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { getSchoolToday } from "@/lib/school/today";
import {
  HAS_CORRECTION_REQUEST,
  HAS_DISAGREEMENT,
  createDueConditions,
  IS_ERASED,
  UNDELIVERED_MAILS,
  isConfirmationOverdue,
  IS_VOIDED,
  createQuestionConditions,
} from "./conditions";
import type { Filters } from "./filters";

/** Something that waits for the desk: how many, and the filters of the list that shows them. */
export type DeskTask = {
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

type Standing = "untold" | "late" | "due";
type Counts = Record<Exclude<DeskTask["what"], "pending" | Standing>, number>;

/** What waits for somebody at the desk; what does not is left out (desk 6). */
export async function listDeskTasks(actor: Actor): Promise<DeskTask[]> {
  requirePermission(actor, "read");
  const [counts, standing] = await Promise.all([countSideTasks(), countByYear()]);
  const sum = (of: Standing) => standing.reduce((total, year) => total + year[of], 0);
  const all: DeskTask[] = [
    { what: "late", count: sum("late"), filters: { due: "late" } },
    ...listPendingByYear(standing),
    { what: "due", count: sum("due"), filters: { due: "week" } },
    { what: "untold", count: sum("untold"), filters: { told: "no" } },
    { what: "overtaken", count: counts?.overtaken ?? 0, filters: { told: "void" } },
    { what: "mail", count: counts?.mail ?? 0, filters: { mail: "trouble" } },
    { what: "answer", count: counts?.answer ?? 0, filters: { answer: "late" } },
    { what: "replied", count: counts?.replied ?? 0, filters: { question: "answered" } },
    { what: "silent", count: counts?.silent ?? 0, filters: { question: "late" } },
    { what: "asked", count: counts?.asked ?? 0, filters: { question: "open" } },
    { what: "disagreement", count: counts?.disagreement ?? 0, filters: { disagreement: "open" } },
    { what: "correction", count: counts?.correction ?? 0, filters: { correction: "open" } },
    { what: "same", count: counts?.same ?? 0, filters: { same: "perhaps" } },
    ...(hasPermission(actor, "answer_data_requests")
      ? [{ what: "requests", count: counts?.requests ?? 0 } as const]
      : []),
  ];
  return all.filter(({ count }) => count > 0);
}

/** What stands beside enrollments, each found from the few that have it. */
async function countSideTasks(): Promise<Counts | undefined> {
  const question = createQuestionConditions(await getSchoolToday());
  const [counts] = await prisma().$queryRaw<Counts[]>`
    select
      (select count(*)::int from enrollments e where ${IS_VOIDED}) as overtaken,
      (select count(distinct lost.enrollment_id)::int from ${UNDELIVERED_MAILS} lost) as mail,
      (select count(*)::int from enrollments e where ${isConfirmationOverdue(await getSchoolToday())}) as answer,
      (select count(*)::int from enrollments e where ${question.answered}) as replied,
      (select count(*)::int from enrollments e where ${question.late}) as silent,
      (select count(*)::int from enrollments e where ${question.open}) as asked,
      (select count(*)::int from enrollments e where ${HAS_DISAGREEMENT}) as disagreement,
      (select count(*)::int from enrollments e where ${HAS_CORRECTION_REQUEST}) as correction,
      (select count(*)::int from enrollments e where e.id in ${POSSIBLE_DUPLICATES}) as same,
      (select count(*)::int from data_requests where settled_at is null) as requests`;
  return counts;
}

type YearStanding = { id: number; year: string; isOver: boolean; pending: number } & Record<Standing, number>;

/** How all enrollments stand that wait for the desk, read once for whatever is counted of them. */
async function countByYear(): Promise<YearStanding[]> {
  const { late, week } = createDueConditions(await getSettings());
  const count = (condition: Prisma.Sql) => Prisma.sql`(count(*) filter (where ${condition}))::int`;
  return prisma().$queryRaw<YearStanding[]>`
    select y.id, y.year, y.end_school_year < ${await getSchoolToday()}::date as "isOver", standing.*
    from school_years y join (
      select e.school_year_id, ${count(Prisma.sql`e.decided_state = 'pending' and not ${IS_ERASED}`)} as pending,
        ${count(Prisma.sql`e.decided_state <> e.state`)} as untold,
        ${count(Prisma.sql`e.state = 'pending' and ${late} and not ${IS_ERASED}`)} as late,
        ${count(Prisma.sql`e.state = 'pending' and ${week} and not ${IS_ERASED}`)} as due
      from enrollments e
      where e.state = 'pending' or e.decided_state = 'pending' or e.decided_state <> e.state
      group by 1
    ) standing on standing.school_year_id = y.id
    order by y.start_school_year`;
}

/** What is to be decided in the years that are not over: nobody decides any more on those before. */
const listPendingByYear = (years: YearStanding[]) =>
  years
    .filter(({ isOver }) => !isOver)
    .map(
      ({ id, year, pending }): DeskTask => ({
        what: "pending",
        count: pending,
        year,
        filters: { year: id, state: "pending" },
      }),
    );
