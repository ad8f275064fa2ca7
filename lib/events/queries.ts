import { createCipheriv, createDecipheriv } from "node:crypto";
import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { KeyScope } from "@/lib/enrollment/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import type { Event, eventQuerySchema } from "./schema";

/** From where events are numbered, and what their ids are made with: every restore writes the key anew. */
export type EventCounter = { number: bigint; purgedTo: bigint; epoch: bigint; idKey: Uint8Array };

/** How the counter stands now. */
export const readEventCounter = (): Promise<EventCounter> =>
  prisma().eventCounter.findUniqueOrThrow({
    where: { id: 1 },
    select: { number: true, purgedTo: true, epoch: true, idKey: true },
  });

const PREFIX = "evt_";

/**
 * An event's id for ever: its epoch and number as one block of AES, so that it tells nothing of how many there
 * are, and what was restored never gives it to another fact (integrators 17).
 */
export function encryptEventId(number: bigint, { epoch, idKey }: EventCounter): string {
  const block = Buffer.alloc(16);
  block.writeBigUInt64BE(epoch, 0);
  block.writeBigUInt64BE(number, 8);
  const cipher = createCipheriv("aes-256-ecb", idKey, null).setAutoPadding(false);
  return PREFIX + Buffer.concat([cipher.update(block), cipher.final()]).toString("base64url");
}

/** The number behind an id; undefined where it is of another epoch or was never given. Plain ones are good until the first restore. */
export function decryptEventId(id: string, { epoch, idKey }: EventCounter): bigint | undefined {
  if (!id.startsWith(PREFIX)) return epoch === 1n || id === "0" ? BigInt(id) : undefined;
  const block = Buffer.from(id.slice(PREFIX.length), "base64url");
  const decipher = createDecipheriv("aes-256-ecb", idKey, null).setAutoPadding(false);
  const opened = Buffer.concat([decipher.update(block), decipher.final()]);
  return opened.readBigUInt64BE(0) === epoch ? opened.readBigUInt64BE(8) : undefined;
}

export type EventRow = { number: bigint; type: Event["type"]; created_at: Date; data: Event["data"] };

/**
 * A page of events in the order of their numbers; `next` goes on after it, also when nothing came yet.
 * @throws AppError `validation_failed` when events after the cursor have had their time, or it was never given
 *   since the database was last restored
 */
export async function listEvents(
  { after, limit }: z.output<typeof eventQuerySchema>,
  scope: KeyScope,
): Promise<{ data: Event[]; next: string }> {
  const counter = await readEventCounter();
  const { number: last, purgedTo } = counter;
  const cursor = decryptEventId(String(after), counter);
  if (cursor === undefined || cursor > last || (cursor > 0 && cursor < purgedTo))
    throw new AppError("validation_failed", [{ field: "after", code: "cursor_expired" }]);
  const rows = await prisma().$queryRaw<EventRow[]>(createEventsQuery(scope, cursor, limit));
  // All that is numbered up to `last` was there to be seen: who has nothing for months keeps a young cursor.
  const reached = rows.at(-1)?.number ?? last;
  const next = rows.length === limit || reached > last ? reached : last;
  return { data: rows.map((row) => toEvent(row, counter)), next: encryptEventId(next, counter) };
}

/** What a key may hear of: its own enrollments and their e-mails, or all that no test key made; the catalogue; rounds. */
export function createEventsQuery({ apiKeyId, all }: KeyScope, after: bigint, limit: number): Prisma.Sql {
  const part = (condition: Prisma.Sql) =>
    Prisma.sql`(select * from events where ${condition} and number > ${after} order by number limit ${limit})`;
  if (all) return part(Prisma.sql`not test`);
  const own = part(Prisma.sql`api_key_id = ${apiKeyId}`);
  const catalogue = part(Prisma.sql`type = 'catalogue.changed'`);
  const rounds = part(Prisma.sql`type = 'round.published' and not test and current_sandbox() = 0`);
  const parts = Prisma.join([own, catalogue, rounds], " union all ");
  return Prisma.sql`select * from (${parts}) all_parts order by number limit ${limit}`;
}

/** A row as integrators see it. */
export const toEvent = ({ number, type, created_at, data }: EventRow, counter: EventCounter): Event => ({
  id: encryptEventId(number, counter),
  type,
  timestamp: created_at.toISOString(),
  data,
});
