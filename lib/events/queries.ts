import { createCipheriv, createDecipheriv } from "node:crypto";
import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { KeyScope } from "@/lib/enrollment/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import type { Event, eventQuerySchema } from "./schema";

/** The state of the event numbering, and the key of event ids; every restore creates a new key. */
type EventCounter = { number: bigint; purgedTo: bigint; epoch: bigint; idKey: Uint8Array };

export const readEventCounter = (): Promise<EventCounter> =>
  prisma().eventCounter.findUniqueOrThrow({
    where: { id: 1 },
    select: { number: true, purgedTo: true, epoch: true, idKey: true },
  });

const PREFIX = "evt_";

/**
 * The permanent id of an event: its epoch and number, encrypted as one AES block. It does not reveal the number of
 * events, and after a restore no id is given to another event (integrators 17).
 */
export function encryptEventId(number: bigint, { epoch, idKey }: EventCounter): string {
  const block = Buffer.alloc(16);
  block.writeBigUInt64BE(epoch, 0);
  block.writeBigUInt64BE(number, 8);
  const cipher = createCipheriv("aes-256-ecb", idKey, null).setAutoPadding(false);
  return PREFIX + Buffer.concat([cipher.update(block), cipher.final()]).toString("base64url");
}

/** The number of an event id; undefined for another epoch or an unknown id. Plain numbers are valid until the first restore. */
export function decryptEventId(id: string, { epoch, idKey }: EventCounter): bigint | undefined {
  if (!id.startsWith(PREFIX)) return epoch === 1n || id === "0" ? BigInt(id) : undefined;
  const block = Buffer.from(id.slice(PREFIX.length), "base64url");
  const decipher = createDecipheriv("aes-256-ecb", idKey, null).setAutoPadding(false);
  const decrypted = Buffer.concat([decipher.update(block), decipher.final()]);
  return decrypted.readBigUInt64BE(0) === epoch ? decrypted.readBigUInt64BE(8) : undefined;
}

type EventRow = { number: bigint; type: Event["type"]; created_at: Date; data: Event["data"] };

/**
 * A page of events in order; `next` continues after it, also when there are no events yet.
 * @throws AppError `validation_failed` when events after the cursor are deleted already, or the cursor is from before
 * the last restore
 */
export async function listEvents(
  { after, limit }: z.output<typeof eventQuerySchema>,
  scope: KeyScope,
): Promise<{ data: Event[]; next: string }> {
  const counter = await readEventCounter();
  const { number: last, purgedTo } = counter;
  const cursor = decryptEventId(after, counter);
  if (cursor === undefined || cursor > last || (cursor > 0 && cursor < purgedTo))
    throw new AppError("validation_failed", [{ field: "after", code: "cursor_expired" }]);
  const rows = await prisma().$queryRaw<EventRow[]>(createEventsQuery(scope, cursor, limit));
  // All events up to `last` were visible, so a caller without events for months still gets a fresh cursor.
  const reached = rows.at(-1)?.number ?? last;
  const next = rows.length === limit || reached > last ? reached : last;
  return { data: rows.map((row) => toEvent(row, counter)), next: encryptEventId(next, counter) };
}

/**
 * Selects the events of a key: those of its own enrollments, or with `all` of all live keys; and the catalogue's and
 * rounds'.
 */
export function createEventsQuery({ apiKeyId, all }: KeyScope, after: bigint, limit: number): Prisma.Sql {
  const selectEvents = (condition: Prisma.Sql) =>
    Prisma.sql`(select * from events where ${condition} and number > ${after} order by number limit ${limit})`;
  if (all) return selectEvents(Prisma.sql`not test`);
  const ownEvents = selectEvents(Prisma.sql`api_key_id = ${apiKeyId}`);
  const catalogue = selectEvents(Prisma.sql`type = 'catalogue.changed'`);
  const rounds = selectEvents(Prisma.sql`type = 'round.published' and not test and current_sandbox() = 0`);
  const parts = Prisma.join([ownEvents, catalogue, rounds], " union all ");
  return Prisma.sql`select * from (${parts}) all_parts order by number limit ${limit}`;
}

export const toEvent = ({ number, type, created_at, data }: EventRow, counter: EventCounter): Event => ({
  id: encryptEventId(number, counter),
  type,
  timestamp: created_at.toISOString(),
  data,
});
