import type { PoolClient } from "pg";

/**
 * Makes a delivery of each event after a number for each endpoint that is on, wants its type and whose key may
 * hear of it; in the dispatcher's transaction, so that each event is met once.
 */
export async function enqueueDeliveries(client: PoolClient, after: string): Promise<void> {
  await client.query({ name: "queue-deliveries", text: DELIVERIES, values: [after] });
}

/** Of an event `v` and an endpoint `p` with its key `k`: what the key would read too (lib/events/list-events.ts). */
export const IS_VISIBLE_TO_KEY = `(
  v.api_key_id = p.api_key_id or v.type = 'catalogue.changed'
  or (not v.test and k.prefix not like 'mat\\_test\\_%'
    and (v.type = 'round.published' or 'enrollment:read_all' = any(k.scopes)))
)`;

const DELIVERIES = `
  insert into webhook_deliveries (endpoint_id, event_number)
  select p.id, v.number
  from events v
  join webhook_endpoints p on v.type = any(p.events) and p.off_at is null
  join api_keys k on k.id = p.api_key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  where v.number > $1 and ${IS_VISIBLE_TO_KEY}
  on conflict do nothing`;
