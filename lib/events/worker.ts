import { readFileSync } from "node:fs";
import path from "node:path";
import type { PoolClient } from "pg";
import { getPool, withConnection } from "@/lib/platform/database/prisma";
import { singleton } from "@/lib/platform/singleton";

/** Of all processes that number one does so at a time: the order of numbers is the order of commits. */
const LOCK = "select pg_try_advisory_xact_lock(hashtext('matricula events')) as held";

/** After a long stop there is much to number at once. */
const LONGEST_MS = 60_000;

/** What is done with what was numbered, in the same transaction; `after` is the number before the first of them. */
type OnNumbered = (client: PoolClient, after: string) => Promise<void>;

/**
 * Gives numbers to everything that was committed since the last look (docs/api.md, events).
 * @returns how many were numbered; undefined when another process is at it
 */
export function numberEvents(hand?: OnNumbered): Promise<number | undefined> {
  return withConnection(async (client) => {
    const { rows } = await client.query<{ held: boolean }>(LOCK);
    return rows[0]?.held ? number(client, hand) : undefined;
  });
}

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

const text = () =>
  singleton("number-events", () => readFileSync(path.resolve("prisma/sql/number-events.sql"), "utf8"));

async function number(client: PoolClient, hand: OnNumbered | undefined): Promise<number> {
  await client.query(`set local statement_timeout = ${LONGEST_MS}`);
  const query = { name: "number-events", text: text(), query_timeout: LONGEST_MS };
  const { rows } = await client.query<{ before: string; now: string }>(query);
  const { before, now } = rows[0] as { before: string; now: string };
  if (now !== before) await hand?.(client, before);
  return Number(now) - Number(before);
}
