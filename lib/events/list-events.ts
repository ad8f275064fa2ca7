import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { Sight } from "@/lib/enrollment/told";
import { prisma } from "@/lib/prisma";
import type { event, eventQuery } from "./schema";

export type Event = z.output<typeof event>;

export type Row = { number: bigint; type: Event["type"]; created_at: Date; data: Event["data"] };

/** What a key may hear of: its own enrollments and their e-mails, or all that no test key made; the catalogue. */
const heard = ({ apiKeyId, all }: Sight) =>
  all ? Prisma.sql`not v.test` : Prisma.sql`(v.api_key_id = ${apiKeyId} or v.type = 'catalogue.changed')`;

/** A page of events in the order of their numbers; `next` goes on after it, also when nothing came yet. */
export async function listEvents(
  { after, limit }: z.output<typeof eventQuery>,
  sight: Sight,
): Promise<{ data: Event[]; next: string }> {
  const rows = await prisma().$queryRaw<Row[]>`
    select v.number, v.type, v.created_at, v.data from events v
    where v.number > ${BigInt(after)} and ${heard(sight)}
    order by v.number limit ${limit}`;
  const data = rows.map(eventOf);
  return { data, next: data.at(-1)?.id ?? String(after) };
}

/** A row as integrators see it. */
export const eventOf = ({ number, type, created_at, data }: Row): Event => ({
  id: String(number),
  type,
  timestamp: created_at.toISOString(),
  data,
});
