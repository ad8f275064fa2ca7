import { invalidate } from "@/lib/platform/changes";
import { AppError } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import { type ApiKey, toStoredSecret, createKeySecret } from "./api-keys";

/** How many a test key may have below it at once. */
const MAX_TEST_KEYS = 16;

/**
 * A test key below another one, with its scopes and a sandbox of its own, for a while (integrators 18).
 * @param seconds for how long; never longer than the key above it
 * @throws AppError `limit_reached` when it has as many as it may, or is below another one itself
 */
export async function createTestKey(
  { id, scopes, expiresAt }: ApiKey,
  seconds: number,
  now: Date,
): Promise<{ key: string; expires_at: string }> {
  const secret = createKeySecret("test");
  const asked = new Date(now.getTime() + seconds * 1000);
  const ends = expiresAt && expiresAt < asked ? expiresAt : asked;
  await prisma().$transaction(async (tx) => {
    // Held before they are counted, so that of two who ask for the last one the second is told so.
    await tx.$queryRaw`select 1 from api_keys where id = ${id} for update`;
    const parent = await tx.apiKey.findUniqueOrThrow({
      where: { id },
      select: { name: true, parentId: true, _count: { select: { children: { where: whereActive(now) } } } },
    });
    if (parent.parentId !== null || parent._count.children >= MAX_TEST_KEYS) throw new AppError("limit_reached");
    const identity = toStoredSecret(secret);
    const name = `${parent.name.slice(0, 80)} / ${identity.prefix.slice(-8)}`;
    await tx.apiKey.create({
      data: { name, scopes, expiresAt: ends, parentId: id, ...identity },
      select: { id: true },
    });
  });
  invalidate("api_keys");
  return { key: secret, expires_at: ends.toISOString() };
}

const whereActive = (now: Date) => ({ revokedAt: null, expiresAt: { gt: now } });
