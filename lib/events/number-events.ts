import { readFileSync } from "node:fs";
import path from "node:path";
import type { PoolClient } from "pg";
import { withConnection } from "@/lib/platform/prisma";
import { singleton } from "@/lib/platform/singleton";

const text = () =>
  singleton("number-events", () => readFileSync(path.resolve("prisma/sql/number-events.sql"), "utf8"));

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

async function number(client: PoolClient, hand: OnNumbered | undefined): Promise<number> {
  await client.query(`set local statement_timeout = ${LONGEST_MS}`);
  const query = { name: "number-events", text: text(), query_timeout: LONGEST_MS };
  const { rows } = await client.query<{ before: string; now: string }>(query);
  const { before, now } = rows[0] as { before: string; now: string };
  if (now !== before) await hand?.(client, before);
  return Number(now) - Number(before);
}
