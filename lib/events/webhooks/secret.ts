import { usesCurrentKey, encrypt, decrypt } from "@/lib/platform/cipher";
import { prisma } from "@/lib/platform/prisma";

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

function underFirstKey(id: string, stored: Uint8Array): Bytes | undefined {
  const secret = usesCurrentKey(stored) ? undefined : decryptSecret(id, stored);
  return secret && encryptSecret(id, secret);
}

const contextOf = (endpointId: string) => new TextEncoder().encode(`webhook endpoint ${endpointId}`);
