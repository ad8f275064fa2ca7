import { getPool } from "@/lib/platform/prisma";

/** How long an event can be read (docs/api.md, events). */
const KEPT_DAYS = 90;

/** Forgets events that have had their time, and remembers up to which number; returns how many went. */
export async function purgeEvents(now: Date): Promise<number> {
  const { rows } = await getPool().query<{ count: string }>(
    `with gone as (
       delete from events where number is not null and numbered_at < $1 returning number
     ), noted as (
       update event_counter set purged_to = greatest(purged_to, (select max(number) from gone))
       where id = 1 and exists (select from gone)
     )
     select count(*) from gone`,
    [new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000)],
  );
  return Number(rows[0]?.count);
}
