import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { Sight } from "@/lib/enrollment/told";
import { AppError } from "@/lib/errors";
import { prisma } from "@/lib/prisma";
import type { Event, eventQuery } from "./schema";

export type Row = { number: bigint; type: Event["type"]; created_at: Date; data: Event["data"] };

/** The counter, and beside it an event; none when nothing came. */
type Found = { last: bigint; purged_to: bigint } & (Row | { number: null });

/**
 * A page of events in the order of their numbers; `next` goes on after it, also when nothing came yet.
 * @throws AppError `validation_failed` when events after the cursor have had their time, or it was never given
 */
export async function listEvents(
  { after, limit }: z.output<typeof eventQuery>,
  sight: Sight,
): Promise<{ data: Event[]; next: string }> {
  const cursor = BigInt(after);
  const found = await prisma().$queryRaw<Found[]>`
    select c.number as last, c.purged_to, v.number, v.type, v.created_at, v.data
    from event_counter c left join (${eventsAfter(sight, cursor, limit)}) v on true
    where c.id = 1 order by v.number`;
  const [{ last, purged_to: purgedTo }] = found as [Found];
  // One that was never given comes from a database that has been put back: what follows it is none of its future.
  if (cursor > last || (cursor > 0 && cursor < purgedTo))
    throw new AppError("validation_failed", [{ field: "after", code: "cursor_expired" }]);
  const rows = found.filter((row): row is Found & Row => row.number !== null);
  // All that is numbered up to `last` was there to be seen: who has nothing for months keeps a young cursor.
  const reached = rows.length === limit ? rows.at(-1)?.number : last;
  return { data: rows.map(eventOf), next: String(reached) };
}

/** What a key may hear of: its own enrollments and their e-mails, or all that no test key made; the catalogue. */
export function eventsAfter({ apiKeyId, all }: Sight, after: bigint, limit: number): Prisma.Sql {
  const part = (condition: Prisma.Sql) =>
    Prisma.sql`(select * from events where ${condition} and number > ${after} order by number limit ${limit})`;
  if (all) return part(Prisma.sql`not test`);
  const own = part(Prisma.sql`api_key_id = ${apiKeyId}`);
  const catalogue = part(Prisma.sql`type = 'catalogue.changed'`);
  return Prisma.sql`select * from (${own} union all ${catalogue}) both_parts order by number limit ${limit}`;
}

/** A row as integrators see it. */
export const eventOf = ({ number, type, created_at, data }: Row): Event => ({
  id: String(number),
  type,
  timestamp: created_at.toISOString(),
  data,
});
