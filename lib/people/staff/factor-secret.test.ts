import { expect, test } from "vitest";
import { decrypt, decryptSecret, encrypt, parseKeys } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { aMember } from "@/test/support/domain/staff";
import { getTotpCode } from "@/test/support/domain/totp";
import { getFactorContext, listUnsavedCodes, reencryptFactorSecrets } from "./recovery-codes";
import { confirmFactor, getFactorSetup, verifyCode } from "./second-factor";

const former = Buffer.alloc(32, 3).toString("base64");
env.DRAFT_KEYS = `${Buffer.alloc(32, 2).toString("base64")},${former}`; // the key was changed

const stored = async (id: string) =>
  (await prisma().staffMember.findUniqueOrThrow({ where: { id } })).totpSecret as Uint8Array<ArrayBuffer>;
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test("desk 4: the second factor's secret is stored encrypted, for its member alone", async () => {
  const [one, other] = [await aMember("admin"), await aMember("reader")];
  const { key } = await getFactorSetup(one.id);
  expect((await getFactorSetup(one.id)).key).toBe(key);
  const secret = decryptSecret(await stored(one.id), getFactorContext(one.id)) as Uint8Array;
  expect(secret).toHaveLength(20);
  expect(Buffer.from(await stored(one.id)).includes(Buffer.from(secret))).toBe(false);
  await prisma().staffMember.update({ where: { id: other.id }, data: { totpSecret: await stored(one.id) } });
  expect(await confirmFactor(other.id, getTotpCode(key, new Date()), new Date())).toEqual({
    refused: "wrong",
  });
  expect(await confirmFactor(one.id, getTotpCode(key, new Date()), new Date())).toHaveProperty(
    "recoveryCodes",
  );
});

test("a secret with the previous key works, and is re-encrypted with the current key", async () => {
  const { id } = await aMember("admin");
  const { key } = await getFactorSetup(id);
  const text = decrypt(await stored(id), getFactorContext(id)) as string;
  const earlier = encrypt(text, getFactorContext(id), parseKeys(former));
  await prisma().staffMember.update({ where: { id }, data: { totpSecret: earlier } });
  const confirmed = await confirmFactor(id, getTotpCode(key, new Date()), new Date());
  const { recoveryCodes } = confirmed as { recoveryCodes: string[] };
  const newRecoveryCodes = encrypt(recoveryCodes.join(" "), `recovery codes ${id}`, parseKeys(former));
  await prisma().staffMember.update({ where: { id }, data: { newRecoveryCodes } });
  expect(await reencryptFactorSecrets()).toBeGreaterThan(1);
  expect(await listUnsavedCodes(id)).toEqual(recoveryCodes);
  expect(await stored(id)).not.toEqual(earlier);
  expect(await reencryptFactorSecrets()).toBe(0);
  expect(await verifyCode(id, getTotpCode(key, later(5)), later(5))).toBe("right");

  // A key that is gone opens nothing, and locks nobody else out.
  const gone = parseKeys(Buffer.alloc(32, 7).toString("base64"));
  const foreign = encrypt("x", "", gone);
  await prisma().staffMember.update({ where: { id }, data: { totpSecret: foreign } });
  expect(await reencryptFactorSecrets()).toBe(0);
  expect(await verifyCode(id, getTotpCode(key, later(10)), later(10))).toBe("wrong");
});
