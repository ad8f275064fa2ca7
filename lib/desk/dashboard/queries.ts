import { Prisma } from "@/generated/prisma/client";
import { createPlaceNamer } from "@/lib/decisions/place";
import { readProposedCalls } from "@/lib/decisions/places/verbs";
import type { Filters } from "@/lib/desk/list/filters";
import { createDueConditions, IS_UNNOTIFIED, joinConditions, listConditions } from "@/lib/desk/list/sql";
import { type NamedPlaceCounts, readLimitedPlaces } from "@/lib/desk/places/queries";
import { IS_ERASED } from "@/lib/enrollment/sql";
import type { State } from "@/lib/enrollment/states";
import { type Actor, hasPermission, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, startOfDay, toLocalDay } from "@/lib/platform/dates";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

type RequestsByDay = { day: Day; count: number };

type DecisionCounts = { member: string; state: State; count: number };

type RecentCounts = { sent: number; accounts: number; kept: number; withdrawn: number };

const DAYS = 14;

/** The numbers of a school year today, and events since yesterday (desk 33). */
export async function readYearOverview(actor: Actor, schoolYearId: number, now: Date) {
  requirePermission(actor, "read");
  const { time_zone: timeZone } = await getSettings();
  const today = toLocalDay(timeZone, now);
  const yesterday = startOfDay(addDays(today, -1), timeZone);
  const [limited, getPlaceName, requests, recent, decisions] = await Promise.all([
    readLimitedPlaces(actor, schoolYearId),
    createPlaceNamer(schoolYearId),
    countByDay(schoolYearId, today, timeZone),
    countRecent(schoolYearId, yesterday),
    countDecisionsSince(schoolYearId, yesterday),
  ]);
  const hasFree = limited.some(({ limit, decided }) => decided < (limit ?? 0));
  const calls = hasFree ? await readProposedCalls(actor, schoolYearId) : [];
  const getFullness = ({ limit, decided, waiting }: NamedPlaceCounts) =>
    (decided + waiting) / Math.max(limit ?? 1, 1);
  return {
    fullest: limited.toSorted((a, b) => getFullness(b) - getFullness(a)).slice(0, 5),
    /** The places of the next calls, as on the page of the waiting list. */
    callablePlaces: [...new Set(calls.map(getPlaceName))],
    requests,
    recent,
    decisions,
  };
}

/** Tasks counted one by one, in order, with the filters of their list. */
const sideTasks = {
  overtaken: { told: "void" },
  mail: { mail: "trouble" },
  answer: { answer: "late" },
  replied: { question: "answered" },
  silent: { question: "late" },
  asked: { question: "open" },
  disagreement: { disagreement: "open" },
  correction: { correction: "open" },
  same: { same: "perhaps" },
} as const satisfies Record<string, Filters>;

type YearTask = "untold" | "late" | "due";

/** A kind of open task: its count, and the filters of its list. */
type DeskTask = {
  task: "pending" | "requests" | YearTask | keyof typeof sideTasks;
  count: number;
  /** Only for tasks counted by year. */
  year?: string;
  /** None for tasks outside of the list: data requests have their own page. */
  filters?: Filters;
};

/** Open tasks of the desk with a count above zero (desk 6). */
export async function listDeskTasks(actor: Actor): Promise<DeskTask[]> {
  requirePermission(actor, "read");
  const [counts, countsByYear] = await Promise.all([countSideTasks(), countByYear()]);
  const countTasks = (task: YearTask) => countsByYear.reduce((total, year) => total + year[task], 0);
  const where = { settledAt: null };
  const tasks: DeskTask[] = [
    { task: "late", count: countTasks("late"), filters: { due: "late" } },
    ...listPendingByYear(countsByYear),
    { task: "due", count: countTasks("due"), filters: { due: "week" } },
    { task: "untold", count: countTasks("untold"), filters: { told: "no" } },
    ...counts,
    ...(hasPermission(actor, "answer_data_requests")
      ? [{ task: "requests" as const, count: await prisma().dataRequest.count({ where }) }]
      : []),
  ];
  return tasks.filter(({ count }) => count > 0);
}

async function countByDay(schoolYearId: number, today: Day, timeZone: string): Promise<RequestsByDay[]> {
  const firstDay = addDays(today, 1 - DAYS);
  const rows = await prisma().$queryRaw<RequestsByDay[]>`
    select (e.created_at at time zone ${timeZone})::date::text as day, count(*)::int as count
    from enrollments e
    where e.school_year_id = ${schoolYearId} and e.created_at >= ${startOfDay(firstDay, timeZone)}
    group by 1`;
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return Array.from({ length: DAYS }, (_, index) => {
    const day = addDays(firstDay, index);
    return { day, count: counts.get(day) ?? 0 };
  });
}

async function countRecent(schoolYearId: number, since: Date): Promise<RecentCounts> {
  const [row] = await prisma().$queryRaw<RecentCounts[]>`
    select
      (select count(*)::int from enrollments e
        where e.school_year_id = ${schoolYearId} and e.created_at >= ${since}) as sent,
      (select count(*)::int from accounts a join people p on p.id = a.person_id
        where a.created_at >= ${since}) as accounts,
      (select count(*)::int from enrollments e
        where e.school_year_id = ${schoolYearId} and e.keeps_place_at >= ${since}) as kept,
      (select count(distinct d.enrollment_id)::int from decisions d
        where d.school_year_id = ${schoolYearId} and d.to_state = 'withdrawn' and d.decided_at >= ${since}
          and d.status not in ('undone', 'void')) as withdrawn`;
  return row as RecentCounts;
}

const countDecisionsSince = (schoolYearId: number, since: Date) => prisma().$queryRaw<DecisionCounts[]>`
  select coalesce(m.name, m.email) as member, d.to_state as state, count(*)::int as count
  from decisions d join staff_members m on m.id = d.actor_id
  where d.school_year_id = ${schoolYearId} and d.actor_kind = 'staff' and d.decided_at >= ${since}
    and d.status not in ('undone', 'void')
  group by 1, 2 order by 1, 2`;

async function countSideTasks(): Promise<DeskTask[]> {
  const school = await getSettings();
  const counts = Object.entries(sideTasks).map(
    ([task, filters]) => Prisma.sql`${task}::text, (select count(*)::int from enrollments e
      where ${joinConditions(listConditions(filters, school))})`,
  );
  type Row = { counts: Record<string, number> };
  const [row] = await prisma().$queryRaw<Row[]>`select json_build_object(${Prisma.join(counts)}) as counts`;
  const kinds = Object.keys(sideTasks) as (keyof typeof sideTasks)[];
  return kinds.map((task) => ({ task, count: row?.counts[task] ?? 0, filters: sideTasks[task] }));
}

type YearCounts = { id: number; year: string; isOver: boolean; pending: number } & Record<YearTask, number>;

/** Counts all open enrollments in one query. */
async function countByYear(): Promise<YearCounts[]> {
  const { late, week } = createDueConditions(await getSettings());
  const count = (condition: Prisma.Sql) => Prisma.sql`(count(*) filter (where ${condition}))::int`;
  return prisma().$queryRaw<YearCounts[]>`
    select y.id, y.year, y.end_school_year < ${await getSchoolToday()}::date as "isOver", counts.*
    from school_years y join (
      select e.school_year_id, ${count(Prisma.sql`e.decided_state = 'pending' and not ${IS_ERASED}`)} as pending,
        ${count(IS_UNNOTIFIED)} as untold,
        ${count(Prisma.sql`e.state = 'pending' and ${late} and not ${IS_ERASED}`)} as late,
        ${count(Prisma.sql`e.state = 'pending' and ${week} and not ${IS_ERASED}`)} as due
      from enrollments e
      where e.state = 'pending' or e.decided_state = 'pending' or ${IS_UNNOTIFIED}
      group by 1
    ) counts on counts.school_year_id = y.id
    order by y.start_school_year`;
}

/** Undecided enrollments of years that are not over. */
const listPendingByYear = (years: YearCounts[]) =>
  years
    .filter(({ isOver }) => !isOver)
    .map(
      ({ id, year, pending }): DeskTask => ({
        task: "pending",
        count: pending,
        year,
        filters: { year: id, state: "pending" },
      }),
    );
