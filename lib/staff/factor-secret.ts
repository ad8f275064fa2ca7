import { isSealedNow, seal, unseal } from "@/lib/cipher";
import { prisma } from "@/lib/prisma";

type Bytes = Uint8Array<ArrayBuffer>;

/** A second factor's secret as it is stored: encrypted, and for this member alone. */
export const sealSecret = (memberId: string, secret: Uint8Array): Bytes =>
  new Uint8Array(seal(Buffer.from(secret).toString("base64"), contextOf(memberId)));

/** The secret that was stored; undefined when its key is gone. */
export function openSecret(memberId: string, stored: Uint8Array): Bytes | undefined {
  const text = unseal(stored, contextOf(memberId));
  return text === undefined ? undefined : new Uint8Array(Buffer.from(text, "base64"));
}

/**
 * Brings every secret under the first key, so that an older one can go after some days without locking
 * anybody out. Returns how many were brought.
 */
export async function resealSecrets(): Promise<number> {
  const members = await prisma().staffMember.findMany({
    where: { totpSecret: { not: null } },
    select: { id: true, totpSecret: true },
  });
  let brought = 0;
  for (const { id, totpSecret } of members) {
    if (!totpSecret || isSealedNow(totpSecret)) continue;
    const secret = openSecret(id, totpSecret);
    if (!secret) continue;
    const { count } = await prisma().staffMember.updateMany({
      where: { id, totpSecret },
      data: { totpSecret: sealSecret(id, secret) },
    });
    brought += count;
  }
  return brought;
}

const contextOf = (memberId: string) => new TextEncoder().encode(`second factor ${memberId}`);
