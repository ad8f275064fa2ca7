import { prisma } from "@/lib/platform/prisma";
import { getSchoolToday } from "@/lib/school/today";

/**
 * Forgets what tells of health or income once the term of its round is over: the day after which its lists are taken
 * off, else the school year's last. The total stays: it was public.
 * @returns how many claims and lines went
 */
export async function purgeRounds(): Promise<number> {
  const day = await getSchoolToday();
  const merits = await prisma().$executeRaw`
    delete from merits m using criteria c, rounds r, school_years y
    where c.id = m.criterion_id and c.sensitive and r.id = c.round_id and y.id = r.school_year_id
      and coalesce(r.listed_until, y.end_school_year) < ${day}::date`;
  const lines = await prisma().$executeRaw`
    update round_entries e set merits = (
      select coalesce(jsonb_agg(line), '[]') from jsonb_array_elements(e.merits) as line
      where not exists (select from criteria c where c.round_id = e.round_id and c.sensitive and c.code = line->>0))
    from rounds r join school_years y on y.id = r.school_year_id
    where r.id = e.round_id and coalesce(r.listed_until, y.end_school_year) < ${day}::date
      and exists (
        select from jsonb_array_elements(e.merits) as line
        join criteria c on c.round_id = e.round_id and c.sensitive and c.code = line->>0)`;
  return merits + lines;
}
