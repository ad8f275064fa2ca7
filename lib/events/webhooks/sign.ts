import { createHmac, randomBytes } from "node:crypto";

/** A new secret's bytes (Standard Webhooks: 24 to 64). */
export const createWebhookSecret = (): Buffer => randomBytes(32);

/** A secret as it is shown and as libraries take it. */
export const formatSecret = (secret: Uint8Array) => `whsec_${Buffer.from(secret).toString("base64")}`;

export type SignedContent = { id: string; seconds: number; body: string };

/** The headers of the Standard Webhooks, signed with each secret that is valid. */
export function createSignedHeaders({ id, seconds, body }: SignedContent, secrets: Uint8Array[]): Record<string, string> {
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", secret).update(`${id}.${seconds}.${body}`).digest("base64")}`,
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}
