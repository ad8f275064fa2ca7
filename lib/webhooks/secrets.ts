import { createHmac, randomBytes } from "node:crypto";
import { decrypt, encrypt, usesCurrentKey } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";

type Bytes = Uint8Array<ArrayBuffer>;

/** A secret as it is stored: encrypted, and for this endpoint alone. */
export const encryptSecret = (endpointId: string, secret: Uint8Array): Bytes =>
  new Uint8Array(encrypt(Buffer.from(secret).toString("base64"), contextOf(endpointId)));

/** The secret that was stored; undefined when its key is gone. */
export function decryptSecret(endpointId: string, stored: Uint8Array): Bytes | undefined {
  const text = decrypt(stored, contextOf(endpointId));
  return text === undefined ? undefined : new Uint8Array(Buffer.from(text, "base64"));
}

/**
 * Brings every secret under the first key, so that an older one can go after some days without an endpoint
 * falling silent. Returns how many were brought.
 */
export async function reencryptSecrets(): Promise<number> {
  const endpoints = await prisma().webhookEndpoint.findMany({
    select: { id: true, secret: true, previousSecret: true },
  });
  let brought = 0;
  for (const { id, secret, previousSecret } of endpoints) {
    const resealed = underFirstKey(id, secret);
    const resealedPrevious = previousSecret && underFirstKey(id, previousSecret);
    if (!resealed && !resealedPrevious) continue;
    const { count } = await prisma().webhookEndpoint.updateMany({
      where: { id, secret, previousSecret }, // a rotation meanwhile has sealed its own
      data: {
        ...(resealed && { secret: resealed }),
        ...(resealedPrevious && { previousSecret: resealedPrevious }),
      },
    });
    brought += count;
  }
  return brought;
}

/** A new secret's bytes (Standard Webhooks: 24 to 64). */
export const createWebhookSecret = (): Buffer => randomBytes(32);

/** A secret as it is shown and as libraries take it. */
export const formatSecret = (secret: Uint8Array) => `whsec_${Buffer.from(secret).toString("base64")}`;

export type SignedContent = { id: string; seconds: number; body: string };

/** The headers of the Standard Webhooks, signed with each secret that is valid. */
export function createSignedHeaders(
  { id, seconds, body }: SignedContent,
  secrets: Uint8Array[],
): Record<string, string> {
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", secret).update(`${id}.${seconds}.${body}`).digest("base64")}`,
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}

function underFirstKey(id: string, stored: Uint8Array): Bytes | undefined {
  const secret = usesCurrentKey(stored) ? undefined : decryptSecret(id, stored);
  return secret && encryptSecret(id, secret);
}

const contextOf = (endpointId: string) => new TextEncoder().encode(`webhook endpoint ${endpointId}`);
