import { createHmac, randomBytes } from "node:crypto";
import { decrypt, encrypt, usesCurrentKey } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";

type Bytes = Uint8Array<ArrayBuffer>;

export const encryptSecret = (endpointId: string, secret: Uint8Array): Bytes =>
  new Uint8Array(encrypt(Buffer.from(secret).toString("base64"), getEncryptionContext(endpointId)));

export function decryptSecret(endpointId: string, stored: Uint8Array): Bytes | undefined {
  const text = decrypt(stored, getEncryptionContext(endpointId));
  return text === undefined ? undefined : new Uint8Array(Buffer.from(text, "base64"));
}

/** Re-encrypts all secrets with the first key, so that an old key can be removed. Returns the number of changed rows. */
export async function reencryptSecrets(): Promise<number> {
  const endpoints = await prisma().webhookEndpoint.findMany({
    select: { id: true, secret: true, previousSecret: true },
  });
  let changed = 0;
  for (const { id, secret, previousSecret } of endpoints) {
    const current = reencrypt(id, secret);
    const currentPrevious = previousSecret && reencrypt(id, previousSecret);
    if (!current && !currentPrevious) continue;
    const { count } = await prisma().webhookEndpoint.updateMany({
      where: { id, secret, previousSecret }, // unless rotated meanwhile
      data: {
        ...(current && { secret: current }),
        ...(currentPrevious && { previousSecret: currentPrevious }),
      },
    });
    changed += count;
  }
  return changed;
}

/** A new secret (Standard Webhooks: 24 to 64 bytes), and its text form as libraries expect it. */
export function createWebhookSecret() {
  const bytes = randomBytes(32);
  return { bytes, text: `whsec_${bytes.toString("base64")}` };
}

type SignedContent = { id: string; seconds: number; body: string };

/** The signature headers of Standard Webhooks, with a signature for each valid secret. */
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

function reencrypt(id: string, stored: Uint8Array): Bytes | undefined {
  const secret = usesCurrentKey(stored) ? undefined : decryptSecret(id, stored);
  return secret && encryptSecret(id, secret);
}

const getEncryptionContext = (endpointId: string) =>
  new TextEncoder().encode(`webhook endpoint ${endpointId}`);
