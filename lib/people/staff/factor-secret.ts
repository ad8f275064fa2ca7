import { usesCurrentKey, encrypt, decrypt } from "@/lib/platform/cipher";
import { prisma } from "@/lib/platform/prisma";
import { getCodesContext } from "./recovery-codes";

type Bytes = Uint8Array<ArrayBuffer>;

/** A second factor's secret as it is stored: encrypted, and for this member alone. */
export const encryptFactorSecret = (memberId: string, secret: Uint8Array): Bytes =>
  new Uint8Array(encrypt(Buffer.from(secret).toString("base64"), contextOf(memberId)));

/** The secret that was stored; undefined when its key is gone. */
export function decryptFactorSecret(memberId: string, stored: Uint8Array): Bytes | undefined {
  const text = decrypt(stored, contextOf(memberId));
  return text === undefined ? undefined : new Uint8Array(Buffer.from(text, "base64"));
}

/**
 * Brings every secret, and the recovery codes that nobody has kept yet, under the first key, so that an older one
 * can go after some days without locking anybody out. Returns how many were brought.
 */
export async function reencryptFactorSecrets(): Promise<number> {
  const members = await prisma().staffMember.findMany({
    where: { OR: [{ totpSecret: { not: null } }, { newRecoveryCodes: { not: null } }] },
    select: { id: true, totpSecret: true, newRecoveryCodes: true },
  });
  let brought = 0;
  for (const { id, totpSecret, newRecoveryCodes } of members) {
    const secret = resealed(totpSecret, contextOf(id));
    const codes = resealed(newRecoveryCodes, getCodesContext(id));
    const write = prisma().staffMember;
    if (secret)
      brought += (await write.updateMany({ where: { id, totpSecret }, data: { totpSecret: secret } })).count;
    if (codes)
      brought += (
        await write.updateMany({ where: { id, newRecoveryCodes }, data: { newRecoveryCodes: codes } })
      ).count;
  }
  return brought;
}

/** The same under the first key; undefined where it is already, or its own key is gone. */
function resealed(stored: Uint8Array | null, context: Uint8Array): Bytes | undefined {
  if (!stored || usesCurrentKey(stored)) return;
  const text = decrypt(stored, context);
  return text === undefined ? undefined : new Uint8Array(encrypt(text, context));
}

const contextOf = (memberId: string) => new TextEncoder().encode(`second factor ${memberId}`);
