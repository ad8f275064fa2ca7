import { createHmac, randomBytes } from "node:crypto";
import { reencrypt } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";

/** The context of the encrypted secret of an endpoint. */
export const getSecretContext = (endpointId: string) => `webhook endpoint ${endpointId}`;

/** Re-encrypts all secrets with the first key. Returns the number of changed rows. */
export async function reencryptSecrets(): Promise<number> {
  const endpoints = await prisma().webhookEndpoint.findMany({
    select: { id: true, secret: true, previousSecret: true },
  });
  let changed = 0;
  for (const { id, secret, previousSecret } of endpoints) {
    const current = reencrypt(secret, getSecretContext(id));
    const currentPrevious = reencrypt(previousSecret, getSecretContext(id));
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
