import { createCipheriv, createDecipheriv } from "node:crypto";
import { prisma } from "@/lib/platform/prisma";

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
