import { readFileSync } from "node:fs";
import path from "node:path";
import type { PoolClient } from "pg";
import { getPool, withConnection } from "@/lib/platform/database/prisma";
import { singleton } from "@/lib/platform/singleton";

/** One process at a time numbers events, so that their order is the order of commits. */
const LOCK = "select pg_try_advisory_xact_lock(hashtext('matricula events')) as locked";

/** After a long stop there are many events to number. */
const TIMEOUT_MS = 60_000;

/** Called in the same transaction; `after` is the number before the first new event. */
type OnNumbered = (client: PoolClient, after: string) => Promise<void>;

/**
 * Numbers all events committed since the last run (docs/api.md, events).
 * @returns how many; undefined while another process does it
 */
export function numberEvents(onNumbered?: OnNumbered): Promise<number | undefined> {
  return withConnection(async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(LOCK);
    return rows[0]?.locked ? numberNewEvents(client, onNumbered) : undefined;
  });
}

const RETENTION_DAYS = 90;

/** Deletes expired events and saves the highest deleted number; returns how many. */
export async function purgeEvents(now: Date): Promise<number> {
  const { rows } = await getPool().query<{ count: string }>(
    `with gone as (
       delete from events where number is not null and numbered_at < $1 returning number
     ), noted as (
       update event_counter set purged_to = greatest(purged_to, (select max(number) from gone))
       where id = 1 and exists (select from gone)
     )
     select count(*) from gone`,
    [new Date(now.getTime() - RETENTION_DAYS * 24 * 3600 * 1000)],
  );
  return Number(rows[0]?.count);
}

const getSql = () =>
  singleton("number-events", () => readFileSync(path.resolve("prisma/sql/number-events.sql"), "utf8"));

async function numberNewEvents(client: PoolClient, onNumbered?: OnNumbered): Promise<number> {
  await client.query(`set local statement_timeout = ${TIMEOUT_MS}`);
  const query = { name: "number-events", text: getSql(), query_timeout: TIMEOUT_MS };
  const { rows } = await client.query<{ before: string; now: string }>(query);
  const { before, now } = rows[0] as { before: string; now: string };
  if (now !== before) await onNumbered?.(client, before);
  return Number(now) - Number(before);
}
