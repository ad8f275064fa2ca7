import { createHash, randomBytes } from "node:crypto";
import { Secret } from "otpauth";
import type { Prisma } from "@/generated/prisma/client";
import { encrypt, decrypt } from "@/lib/platform/cipher";
import { prisma } from "@/lib/platform/prisma";

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
