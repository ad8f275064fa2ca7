import type { PoolClient } from "pg";
import type { Prisma } from "@/generated/prisma/client";
import { insertStatement, type QueueName } from "@/lib/queues";

export const WEBHOOK_QUEUE = "webhooks" satisfies QueueName;

/** A delivery and when its next attempt is due: a job is of use while that is so. */
export type Due = { id: string; endpointId: string; nextAt: Date };

/** One attempt, and when it was due. */
export type Job = { deliveryId: string; due: string };

/** Jobs as pg-boss takes them; those of one endpoint are a group, of which few run at once. */
const jobsOf = (due: Due[]) =>
  JSON.stringify(
    due.map(({ id, endpointId, nextAt }) => ({
      data: { deliveryId: id, due: nextAt.toISOString() } satisfies Job,
      groupId: endpointId,
      startAfter: nextAt,
    })),
  );

/** Queues the next attempt at each delivery, in the caller's transaction. */
export async function queueAttempts(tx: Prisma.TransactionClient, due: Due[]): Promise<void> {
  if (due.length > 0) await tx.$executeRawUnsafe(await insertStatement(WEBHOOK_QUEUE), jobsOf(due));
}

/**
 * Makes a delivery, and its first attempt's job, of each event after a number for each endpoint that is on,
 * wants its type and whose key may hear of it; in the dispatcher's transaction, so that each event is met once.
 */
export async function queueDeliveries(client: PoolClient, after: string): Promise<void> {
  const { rows } = await client.query<Due>({ name: "queue-deliveries", text: DELIVERIES, values: [after] });
  if (rows.length > 0) await client.query(await insertStatement(WEBHOOK_QUEUE), [jobsOf(rows)]);
}

/** Of an event `v` and an endpoint `p` with its key `k`: what the key would read too (lib/events/list-events.ts). */
export const HEARS = `(
  v.api_key_id = p.api_key_id or v.type = 'catalogue.changed'
  or (not v.test and 'enrollment:read_all' = any(k.scopes) and k.prefix not like 'mat\\_test\\_%')
)`;

const DELIVERIES = `
  insert into webhook_deliveries (endpoint_id, event_number)
  select p.id, v.number
  from events v
  join webhook_endpoints p on v.type = any(p.events) and p.off_at is null
  join api_keys k on k.id = p.api_key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  where v.number > $1 and ${HEARS}
  on conflict do nothing
  returning id, endpoint_id as "endpointId", next_at as "nextAt"`;
