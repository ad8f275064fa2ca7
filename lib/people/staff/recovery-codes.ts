import { createHash, randomBytes } from "node:crypto";
import { Secret } from "otpauth";
import type { Prisma } from "@/generated/prisma/client";
import { decrypt, encrypt, reencrypt } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";

const RECOVERY_CODES = 10;

/** Replaces a member's recovery codes by ten new ones, which stay readable until the member has saved them. */
export async function createRecoveryCodes(tx: Prisma.TransactionClient, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.staffRecoveryCode.deleteMany({ where: { memberId } });
  await tx.staffRecoveryCode.createMany({ data: codes.map((code) => ({ memberId, hash: hashCode(code) })) });
  const newRecoveryCodes = encrypt(codes.join(" "), getCodesContext(memberId));
  await tx.staffMember.update({ where: { id: memberId }, data: { newRecoveryCodes }, select: { id: true } });
  return codes;
}

/** Uses up a recovery code; returns false for a wrong one. */
export async function consumeRecoveryCode(tx: Prisma.TransactionClient, memberId: string, code: string) {
  const { count } = await tx.staffRecoveryCode.deleteMany({ where: { memberId, hash: hashCode(code) } });
  return count === 1;
}

/** The unused codes that the member has not confirmed as saved. */
export async function listUnsavedCodes(memberId: string): Promise<string[]> {
  const { newRecoveryCodes, recoveryCodes } = await prisma().staffMember.findUniqueOrThrow({
    where: { id: memberId },
    select: { newRecoveryCodes: true, recoveryCodes: { select: { hash: true } } },
  });
  const valid = new Set(recoveryCodes.map(({ hash }) => hex(hash)));
  return decryptCodes(memberId, newRecoveryCodes).filter((code) => valid.has(hex(hashCode(code))));
}

/** Decrypts codes; empty once they are confirmed as saved, or when the key is unknown. */
export function decryptCodes(memberId: string, stored: Uint8Array | null): string[] {
  const text = stored && decrypt(stored, getCodesContext(memberId));
  return text ? text.split(" ") : [];
}

/** Deletes the readable codes; only their hashes stay. */
export async function confirmCodesSaved(memberId: string): Promise<void> {
  await prisma().staffMember.updateMany({ where: { id: memberId }, data: { newRecoveryCodes: null } });
}

const getCodesContext = (memberId: string) => `recovery codes ${memberId}`;

/** The context of the encrypted secret of a second factor. */
export const getFactorContext = (memberId: string) => `second factor ${memberId}`;

/**
 * Re-encrypts all secrets and readable recovery codes with the first key, so that an old key can be removed. Returns
 * the number of changed values.
 */
export async function reencryptFactorSecrets(): Promise<number> {
  const members = await prisma().staffMember.findMany({
    where: { OR: [{ totpSecret: { not: null } }, { newRecoveryCodes: { not: null } }] },
    select: { id: true, totpSecret: true, newRecoveryCodes: true },
  });
  let changed = 0;
  for (const { id, totpSecret, newRecoveryCodes } of members) {
    const secret = reencrypt(totpSecret, getFactorContext(id));
    const codes = reencrypt(newRecoveryCodes, getCodesContext(id));
    const table = prisma().staffMember;
    if (secret)
      changed += (await table.updateMany({ where: { id, totpSecret }, data: { totpSecret: secret } })).count;
    if (codes)
      changed += (
        await table.updateMany({ where: { id, newRecoveryCodes }, data: { newRecoveryCodes: codes } })
      ).count;
  }
  return changed;
}

/** 80 random bits in letters and digits that are not easily confused. */
function newRecoveryCode(): string {
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer });
  return secret.base32.toLowerCase().replace(/(.{4})(?=.)/g, "$1-");
}

function hashCode(recoveryCode: string): Uint8Array<ArrayBuffer> {
  const normalised = recoveryCode.toLowerCase().replace(/[^a-z2-7]/g, "");
  return new Uint8Array(createHash("sha256").update(normalised).digest());
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
