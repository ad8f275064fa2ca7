import type { PoolClient } from "pg";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { startWorker } from "@/lib/platform/jobs";
import { errorFields, logger } from "@/lib/platform/logger";
import { attemptDelivery } from "@/lib/webhooks/delivery";
import { IS_VISIBLE_TO_KEY } from "./verbs";

const DELIVERIES = `
  insert into webhook_deliveries (endpoint_id, event_number)
  select p.id, v.number
  from events v
  join webhook_endpoints p on v.type = any(p.events) and p.off_at is null
  join api_keys k on k.id = p.api_key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  where v.number > $1 and ${IS_VISIBLE_TO_KEY}
  on conflict do nothing`;

/** Live and sandbox deliveries do not wait for each other. */
type TrafficClass = "live" | "sandbox";

/** A delivery that is due or in flight, with the values by which it is limited. */
type DueDelivery = {
  id: string;
  inFlight: boolean;
  dueAt: Date;
  endpointId: string;
  /** The API key of the endpoint, or its parent key. */
  holder: number;
  url: string;
  traffic: TrafficClass;
  /** The endpoint's last attempt failed. */
  failing: boolean;
};

/** The maximum number of open requests per process; half of them for failing endpoints. */
const MAX_CONNECTIONS: Record<TrafficClass, number> = { live: 100, sandbox: 40 };

/** The maximum number of deliveries in flight, in all processes. */
const MAX_IN_FLIGHT = { endpoint: 4, failingEndpoint: 1, holder: 10, host: 20 };

/** Longer than an attempt; deliveries of a killed process are due again then, under the same id. */
const CLAIM_SECONDS = 60;

/** A cheap check first, because usually nothing is due. */
const ANY_DUE = {
  name: "any-webhook-due",
  text: `select from webhook_deliveries
    where state = 'pending' and next_at <= now() and (claimed_until is null or claimed_until <= now()) limit 1`,
};

/**
 * Claims the deliveries to attempt now, fairly among all processes; one process claims at a time.
 * @param free the requests that this process can still open
 */
export async function claimDeliveries(
  free: Record<TrafficClass, number>,
): Promise<{ id: string; traffic: TrafficClass }[]> {
  const { rowCount } = await getPool().query(ANY_DUE);
  if (rowCount === 0) return [];
  return prisma().$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<[{ locked: boolean }]>`
      select pg_try_advisory_xact_lock(hashtext('matricula webhooks')) as locked`;
    if (!lock.locked) return [];
    const candidates = await tx.$queryRaw<DueDelivery[]>`
      select d.id, d.in_flight as "inFlight", d.next_at as "dueAt", p.id as "endpointId", p.url,
        p.failing_since is not null as failing, coalesce(k.parent_id, k.id) as holder,
        case when k.prefix like 'mat\\_test\\_%' then 'sandbox' else 'live' end as "traffic"
      from webhook_endpoints p
      join api_keys k on k.id = p.api_key_id
      cross join lateral (
        (select id, next_at, true as in_flight from webhook_deliveries
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
        update webhook_deliveries set claimed_until = now() + ${CLAIM_SECONDS} * interval '1 second'
        where id = any(${ids}::uuid[])`;
    return chosen;
  });
}

/** Starts sending webhooks; any number of processes may run it. @returns a function that stops it after the open requests */
export function startWebhookWorker({ timeOutMs }: { timeOutMs?: number } = {}): () => Promise<void> {
  const open = { live: new Set<Promise<void>>(), sandbox: new Set<Promise<void>>() };
  const countFree = (name: TrafficClass) => MAX_CONNECTIONS[name] - open[name].size;
  const stop = startWorker({
    everyMs: 500,
    failureMessage: "webhooks not sent",
    processDue: async (_, wake) => {
      for (const { id, traffic } of await claimDeliveries({
        live: countFree("live"),
        sandbox: countFree("sandbox"),
      })) {
        const sent = send(id, timeOutMs).finally(() => {
          open[traffic].delete(sent);
          wake();
        });
        open[traffic].add(sent);
      }
    },
  });
  return async () => {
    await stop();
    await Promise.all([...open.live, ...open.sandbox]);
  };
}

const DAY_MS = 24 * 3600 * 1000;

/** Deletes attempts and finished deliveries after thirty days; returns the number of rows. */
export async function purgeWebhooks(now: Date): Promise<number> {
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS);
  const attempts = await prisma().webhookAttempt.deleteMany({ where: { at: { lt: monthAgo } } });
  const deliveries = await prisma().webhookDelivery.deleteMany({
    where: { createdAt: { lt: monthAgo }, state: { not: "pending" } },
  });
  return attempts.count + deliveries.count;
}

/** A failed delivery keeps its claim and is due again when that expires. */
async function send(deliveryId: string, timeOutMs: number | undefined) {
  try {
    await attemptDelivery(deliveryId, { now: new Date(), timeOutMs });
  } catch (error) {
    logger.error({ deliveryId, error: errorFields(error) }, "webhook not sent");
  }
}

/**
 * Chooses the next deliveries fairly: keys and endpoints with the fewest deliveries in flight first; a failing
 * endpoint gets one, so that it delays nobody else (integrators 16).
 * @param free the requests that this process can still open
 */
export function chooseDeliveries(
  candidates: DueDelivery[],
  free: Record<TrafficClass, number>,
): DueDelivery[] {
  const counts = new Map<string, number>();
  const countInFlight = (name: string) => counts.get(name) ?? 0;
  const count = (delivery: DueDelivery) => {
    for (const [name] of listLimits(delivery)) counts.set(name, countInFlight(name) + 1);
  };
  const compare = (a: DueDelivery, b: DueDelivery) =>
    countInFlight(getHolderKey(a)) - countInFlight(getHolderKey(b)) ||
    countInFlight(a.endpointId) - countInFlight(b.endpointId) ||
    a.dueAt.getTime() - b.dueAt.getTime();
  for (const candidate of candidates) if (candidate.inFlight) count(candidate);

  const slots = { ...free };
  const isWithinLimits = (delivery: DueDelivery) =>
    slots[delivery.traffic] > 0 && listLimits(delivery).every(([name, max]) => countInFlight(name) < max);
  const chosen: DueDelivery[] = [];
  for (let due = candidates.filter((delivery) => !delivery.inFlight); ; ) {
    due = due.filter(isWithinLimits);
    if (due.length === 0) return chosen;
    const next = due.reduce((first, delivery) => (compare(delivery, first) < 0 ? delivery : first));
    due = due.filter((delivery) => delivery !== next);
    count(next);
    slots[next.traffic] -= 1;
    chosen.push(next);
  }
}

const getHolderKey = ({ holder }: DueDelivery) => `key ${holder}`;

/** The counters of a delivery, with their maximum in flight. */
function listLimits(delivery: DueDelivery): [name: string, most: number][] {
  const { endpointId, url, traffic, failing } = delivery;
  return [
    [endpointId, failing ? MAX_IN_FLIGHT.failingEndpoint : MAX_IN_FLIGHT.endpoint],
    [getHolderKey(delivery), MAX_IN_FLIGHT.holder],
    [`${traffic} ${new URL(url).host}`, MAX_IN_FLIGHT.host],
    ...(failing ? [[`${traffic} failing`, MAX_CONNECTIONS[traffic] / 2] as [string, number]] : []),
  ];
}

/**
 * Creates deliveries of all events after a number for every matching endpoint, in the transaction that numbers the
 * events, so that each event is handled once.
 */
export async function enqueueDeliveries(client: PoolClient, after: string): Promise<void> {
  await client.query({ name: "queue-deliveries", text: DELIVERIES, values: [after] });
}
