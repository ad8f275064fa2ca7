import type { State } from "@/lib/enrollment/states";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { type Day, dayIn, daysAfter, startOfDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { limitedNumbers, type NamedPlace } from "./places";

const DAYS = 14;

/** How many asked on a day of the school's. */
export type Asked = { day: Day; count: number };

/** What somebody of the desk decided since yesterday. */
export type Deeds = { who: string; state: State; count: number };

/** What has happened since yesterday began. */
export type News = { sent: number; accounts: number; kept: number; withdrawn: number };

export type YearStands = {
  /** Places with a limit, the fullest first. */
  fullest: NamedPlace[];
  /** Those of them where something is free while people wait for it. */
  freeAndWaited: NamedPlace[];
  asked: Asked[];
  news: News;
  deeds: Deeds[];
};

/** How a school year stands today, and what happened since yesterday (desk 33). */
export async function yearStands(actor: Actor, schoolYearId: number, now: Date): Promise<YearStands> {
  demand(actor, "read");
  const { time_zone: timeZone } = await settings();
  const today = dayIn(timeZone, now);
  const yesterday = startOfDay(daysAfter(today, -1), timeZone);
  const [limited, asked, news, deeds] = await Promise.all([
    limitedNumbers(actor, schoolYearId),
    askedByDay(schoolYearId, today, timeZone),
    newsSince(schoolYearId, yesterday),
    deedsSince(schoolYearId, yesterday),
  ]);
  const fullness = ({ limit, decided, waiting }: NamedPlace) => (decided + waiting) / Math.max(limit ?? 1, 1);
  return {
    fullest: limited.toSorted((one, other) => fullness(other) - fullness(one)).slice(0, 5),
    freeAndWaited: limited.filter(({ limit, decided, waiting }) => waiting > 0 && decided < (limit ?? 0)),
    asked,
    news,
    deeds,
  };
}

async function askedByDay(schoolYearId: number, today: Day, timeZone: string): Promise<Asked[]> {
  const first = daysAfter(today, 1 - DAYS);
  const rows = await prisma().$queryRaw<Asked[]>`
    select (e.created_at at time zone ${timeZone})::date::text as day, count(*)::int as count
    from enrollments e
    where e.school_year_id = ${schoolYearId} and e.created_at >= ${startOfDay(first, timeZone)}
    group by 1`;
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return Array.from({ length: DAYS }, (_, at) => {
    const day = daysAfter(first, at);
    return { day, count: counts.get(day) ?? 0 };
  });
}

async function newsSince(schoolYearId: number, since: Date): Promise<News> {
  const [row] = await prisma().$queryRaw<News[]>`
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
  return row as News;
}

const deedsSince = (schoolYearId: number, since: Date) => prisma().$queryRaw<Deeds[]>`
  select coalesce(m.name, m.email) as who, d.to_state as state, count(*)::int as count
  from decisions d join staff_members m on m.id = d.actor_id
  where d.school_year_id = ${schoolYearId} and d.actor_kind = 'staff' and d.decided_at >= ${since}
    and d.status not in ('undone', 'void')
  group by 1, 2 order by 1, 2`;
