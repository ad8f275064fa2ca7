import { createHash, randomBytes } from "node:crypto";
import { Secret } from "otpauth";
import type { Prisma } from "@/generated/prisma/client";
import { decrypt, encrypt, usesCurrentKey } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";

const RECOVERY_CODES = 10;

/** Gives a member ten new codes in the place of all before; they can be read until the member has kept them. */
export async function createRecoveryCodes(tx: Prisma.TransactionClient, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.staffRecoveryCode.deleteMany({ where: { memberId } });
  await tx.staffRecoveryCode.createMany({ data: codes.map((one) => ({ memberId, hash: hashOf(one) })) });
  const newRecoveryCodes = new Uint8Array(encrypt(codes.join(" "), getCodesContext(memberId)));
  await tx.staffMember.update({ where: { id: memberId }, data: { newRecoveryCodes }, select: { id: true } });
  return codes;
}

/** Takes a recovery code; each works once. */
export async function consumeRecoveryCode(tx: Prisma.TransactionClient, memberId: string, code: string) {
  const { count } = await tx.staffRecoveryCode.deleteMany({ where: { memberId, hash: hashOf(code) } });
  return count === 1;
}

/** The codes that a member has not yet said to have kept, without those that are spent. */
export async function listUnsavedCodes(memberId: string): Promise<string[]> {
  const { newRecoveryCodes, recoveryCodes } = await prisma().staffMember.findUniqueOrThrow({
    where: { id: memberId },
    select: { newRecoveryCodes: true, recoveryCodes: { select: { hash: true } } },
  });
  const valid = new Set(recoveryCodes.map(({ hash }) => hex(hash)));
  return decryptCodes(memberId, newRecoveryCodes).filter((code) => valid.has(hex(hashOf(code))));
}

/** What was stored to be kept; nothing once it was, or when its key is gone. */
export function decryptCodes(memberId: string, stored: Uint8Array | null): string[] {
  const text = stored && decrypt(stored, getCodesContext(memberId));
  return text ? text.split(" ") : [];
}

/** The member has kept the codes: from here on there are only hashes of them. */
export async function confirmCodesSaved(memberId: string): Promise<void> {
  await prisma().staffMember.updateMany({ where: { id: memberId }, data: { newRecoveryCodes: null } });
}

/** What a member's unkept codes are sealed with. */
export const getCodesContext = (memberId: string) => new TextEncoder().encode(`recovery codes ${memberId}`);

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

/** 80 random bits, in letters and digits that nobody takes for one another. */
function newRecoveryCode(): string {
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer });
  return secret.base32.toLowerCase().replace(/(.{4})(?=.)/g, "$1-");
}

function hashOf(recoveryCode: string): Uint8Array<ArrayBuffer> {
  const plain = recoveryCode.toLowerCase().replace(/[^a-z2-7]/g, "");
  return new Uint8Array(createHash("sha256").update(plain).digest());
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** The same under the first key; undefined where it is already, or its own key is gone. */
function resealed(stored: Uint8Array | null, context: Uint8Array): Bytes | undefined {
  if (!stored || usesCurrentKey(stored)) return;
  const text = decrypt(stored, context);
  return text === undefined ? undefined : new Uint8Array(encrypt(text, context));
}

const contextOf = (memberId: string) => new TextEncoder().encode(`second factor ${memberId}`);
