import type { State } from "@/lib/enrollment/states";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { type Day, toLocalDay, addDays, startOfDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { readLimitedPlaces, type NamedPlaceCounts } from "./places";

const DAYS = 14;

/** How many asked on a day of the school's. */
export type RequestsByDay = { day: Day; count: number };

/** What somebody of the desk decided since yesterday. */
export type DecisionCounts = { who: string; state: State; count: number };

/** What has happened since yesterday began. */
export type RecentCounts = { sent: number; accounts: number; kept: number; withdrawn: number };

export type YearOverview = {
  /** Places with a limit, the fullest first. */
  fullest: NamedPlaceCounts[];
  /** Those of them where something is free while people wait for it. */
  freeWithWaiting: NamedPlaceCounts[];
  asked: RequestsByDay[];
  news: RecentCounts;
  deeds: DecisionCounts[];
};

/** How a school year stands today, and what happened since yesterday (desk 33). */
export async function readYearOverview(actor: Actor, schoolYearId: number, now: Date): Promise<YearOverview> {
  requirePermission(actor, "read");
  const { time_zone: timeZone } = await getSettings();
  const today = toLocalDay(timeZone, now);
  const yesterday = startOfDay(addDays(today, -1), timeZone);
  const [limited, asked, news, deeds] = await Promise.all([
    readLimitedPlaces(actor, schoolYearId),
    askedByDay(schoolYearId, today, timeZone),
    newsSince(schoolYearId, yesterday),
    countDecisionsSince(schoolYearId, yesterday),
  ]);
  const fullness = ({ limit, decided, waiting }: NamedPlaceCounts) => (decided + waiting) / Math.max(limit ?? 1, 1);
  return {
    fullest: limited.toSorted((one, other) => fullness(other) - fullness(one)).slice(0, 5),
    freeWithWaiting: limited.filter(({ limit, decided, waiting }) => waiting > 0 && decided < (limit ?? 0)),
    asked,
    news,
    deeds,
  };
}

async function askedByDay(schoolYearId: number, today: Day, timeZone: string): Promise<RequestsByDay[]> {
  const first = addDays(today, 1 - DAYS);
  const rows = await prisma().$queryRaw<RequestsByDay[]>`
    select (e.created_at at time zone ${timeZone})::date::text as day, count(*)::int as count
    from enrollments e
    where e.school_year_id = ${schoolYearId} and e.created_at >= ${startOfDay(first, timeZone)}
    group by 1`;
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return Array.from({ length: DAYS }, (_, at) => {
    const day = addDays(first, at);
    return { day, count: counts.get(day) ?? 0 };
  });
}

async function newsSince(schoolYearId: number, since: Date): Promise<RecentCounts> {
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
  select coalesce(m.name, m.email) as who, d.to_state as state, count(*)::int as count
  from decisions d join staff_members m on m.id = d.actor_id
  where d.school_year_id = ${schoolYearId} and d.actor_kind = 'staff' and d.decided_at >= ${since}
    and d.status not in ('undone', 'void')
  group by 1, 2 order by 1, 2`;
