import { getPool, prisma } from "@/lib/platform/prisma";
import { type DueDelivery, chooseDeliveries, type TrafficClass } from "./choose";

/** Longer than an attempt takes; what a process had when it was killed is due again then, under the same id. */
const CLAIMED_SECONDS = 60;

/** Asked while nothing happens, which is most of the time. */
const ANY_DUE = {
  name: "any-webhook-due",
  text: `select from webhook_deliveries
    where state = 'pending' and next_at <= now() and (claimed_until is null or claimed_until <= now()) limit 1`,
};

/**
 * Takes the deliveries that are to be attempted now, fairly among all processes; one of them does so at a time.
 *
 * @param free how many requests this process can still open
 */
export async function claimDeliveries(free: Record<TrafficClass, number>): Promise<{ id: string; lane: TrafficClass }[]> {
  const { rowCount } = await getPool().query(ANY_DUE);
  if (rowCount === 0) return [];
  return prisma().$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<[{ held: boolean }]>`
      select pg_try_advisory_xact_lock(hashtext('matricula webhooks')) as held`;
    if (!lock.held) return [];
    const candidates = await tx.$queryRaw<DueDelivery[]>`
      select d.id, d.on_its_way as "onItsWay", d.next_at as "dueAt", p.id as "endpointId", p.url,
        p.failing_since is not null as failing, coalesce(k.parent_id, k.id) as holder,
        case when k.prefix like 'mat\\_test\\_%' then 'sandbox' else 'live' end as lane
      from webhook_endpoints p
      join api_keys k on k.id = p.api_key_id
      cross join lateral (
        (select id, next_at, true as on_its_way from webhook_deliveries
         where endpoint_id = p.id and claimed_until > now())
        union all
        (select id, next_at, false from webhook_deliveries
         where endpoint_id = p.id and state = 'pending' and next_at <= now()
           and (claimed_until is null or claimed_until <= now())
         order by next_at limit 4)
      ) d`;
    const chosen = chooseDeliveries(candidates, free);
    const ids = chosen.map(({ id }) => id);
    if (ids.length > 0)
      await tx.$executeRaw`
        update webhook_deliveries set claimed_until = now() + ${CLAIMED_SECONDS} * interval '1 second'
        where id = any(${ids}::uuid[])`;
    return chosen;
  });
}
