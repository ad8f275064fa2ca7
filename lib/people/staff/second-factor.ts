import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import type { Prisma } from "@/generated/prisma/client";
import { enqueueNotice } from "@/lib/mail/notices";
import { decryptSecret, encryptSecret } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { asciiDigits } from "@/lib/platform/text";
import { getSettings } from "@/lib/school/settings";
import { consumeRecoveryCode, createRecoveryCodes, getFactorContext } from "./recovery-codes";

const PERIOD_S = 30;
const WRONG_CODES = 5;
const LOCKOUT_MS = 15 * 60 * 1000;

/**
 * The secret of a member without second factor, as the SVG of a QR code and to type: the same until it is confirmed,
 * and never shown again.
 */
export async function getFactorSetup(memberId: string) {
  await prisma().staffMember.updateMany({
    where: { id: memberId, totpSecret: null },
    data: { totpSecret: encryptSecret(randomBytes(20), getFactorContext(memberId)) },
  });
  const member = await prisma().staffMember.findUniqueOrThrow({
    where: { id: memberId, totpConfirmedAt: null },
    select: { email: true, totpSecret: true },
  });
  const { school_name } = await getSettings();
  const secret = member.totpSecret && decryptSecret(member.totpSecret, getFactorContext(memberId));
  if (!secret) throw new Error("A second factor's secret cannot be read: its key is gone. Reset the factor.");
  const totp = createTotp(secret, { issuer: school_name, label: member.email });
  return {
    svg: renderSVG(totp.toString(), { ecc: "M", border: 2 }),
    key: totp.secret.base32.replace(/(.{4})(?=.)/g, "$1 "),
  };
}

type CodeResult = "right" | "wrong" | "stopped";

/**
 * Confirms a second factor with its first code, which is used up.
 * @returns ten recovery codes, readable until the member has saved them, or the error
 */
export async function confirmFactor(
  memberId: string,
  code: string,
  now: Date,
): Promise<{ recoveryCodes: string[] } | { refused: Exclude<CodeResult, "right"> }> {
  return withCodeLimit(memberId, now, async (tx) => {
    if (!(await consumeTotp(tx, memberId, code, now))) return;
    const { count } = await tx.staffMember.updateMany({
      where: { id: memberId, totpConfirmedAt: null },
      data: { totpConfirmedAt: now },
    });
    if (count === 0) return;
    return { recoveryCodes: await createRecoveryCodes(tx, memberId) };
  });
}

/** Checks a code of the second factor, or a recovery code; each works once, also in concurrent calls. */
export async function verifyCode(memberId: string, code: string, now: Date): Promise<CodeResult> {
  const result = await withCodeLimit(memberId, now, async (tx) => {
    const isRight = /^\s*(\d\s*){6}$/.test(code)
      ? await consumeTotp(tx, memberId, code, now)
      : await consumeRecoveryCode(tx, memberId, code);
    return isRight ? { right: isRight } : undefined;
  });
  return "refused" in result ? result.refused : "right";
}

/**
 * Counts an attempt before the check, so that concurrent attempts count too. The fifth wrong code in a row locks the
 * account for a quarter of an hour and notifies the member (desk 4).
 */
async function withCodeLimit<Right>(
  memberId: string,
  now: Date,
  check: (tx: Prisma.TransactionClient) => Promise<Right | undefined>,
): Promise<Right | { refused: "wrong" | "stopped" }> {
  return prisma().$transaction(async (tx) => {
    const [attempt] = await tx.$queryRaw<{ failures: number }[]>`
      update staff_members set code_failures = code_failures + 1
      where id = ${memberId}::uuid and (codes_stopped_until is null or codes_stopped_until <= ${now})
      returning code_failures as failures`;
    if (!attempt) return { refused: "stopped" as const };
    const result = await check(tx);
    if (result !== undefined) {
      await tx.staffMember.update({
        where: { id: memberId },
        data: { codeFailures: 0 },
        select: { id: true },
      });
      return result;
    }
    if (attempt.failures < WRONG_CODES) return { refused: "wrong" as const };
    await tx.staffMember.update({
      where: { id: memberId },
      data: { codeFailures: 0, codesStoppedUntil: new Date(now.getTime() + LOCKOUT_MS) },
      select: { id: true },
    });
    await enqueueNotice(tx, { kind: "staff_factor_stopped", memberId, at: now.toISOString() });
    return { refused: "stopped" as const };
  });
}

/** Whether the code is right and of a later time step than the last accepted one. */
async function consumeTotp(tx: Prisma.TransactionClient, memberId: string, code: string, now: Date) {
  const member = await tx.staffMember.findUniqueOrThrow({
    where: { id: memberId },
    select: { totpSecret: true },
  });
  const secret = member.totpSecret && decryptSecret(member.totpSecret, getFactorContext(memberId));
  if (!secret) return false;
  const token = asciiDigits(code).replace(/\s/g, "");
  const distance = createTotp(secret).validate({ token, timestamp: now.getTime(), window: 1 });
  if (distance === null) return false;
  const step = BigInt(Math.floor(now.getTime() / 1000 / PERIOD_S) + distance);
  const { count } = await tx.staffMember.updateMany({
    where: { id: memberId, totpLastStep: { lt: step } },
    data: { totpLastStep: step },
  });
  return count === 1;
}

function createTotp(secret: Uint8Array, names: { issuer?: string; label?: string } = {}): TOTP {
  const buffer = new Uint8Array(secret).buffer;
  return new TOTP({ ...names, secret: new Secret({ buffer }), digits: 6, period: PERIOD_S });
}
