import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Prisma } from "@/generated/prisma/client";
import { createCache, invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { type MaybePromise, thenSync } from "@/lib/platform/when-ready";

/** A key as the service knows it: everything but the secret, of which only the SHA-256 is kept. */
export type ApiKey = {
  id: number;
  prefix: string;
  scopes: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
};

/** What is written in the same transaction: its entry, and who must know of it. */
export type WriteWithKey = (tx: Prisma.TransactionClient, name: string, prefix: string) => Promise<void>;

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX_LENGTH = 17;

/** Creates a key; the returned text is the only copy of the secret. `expiresAt` null: it does not expire. */
export async function createApiKey(
  options: {
    name: string;
    scopes: readonly Scope[];
    expiresAt: Date | null;
    mode: "live" | "test";
    contact?: string | null;
  },
  writeAlso?: WriteWithKey,
): Promise<string> {
  const secret = createKeySecret(options.mode);
  await prisma().$transaction(async (tx) => {
    await tx.apiKey.create({
      data: {
        name: options.name,
        scopes: [...options.scopes],
        expiresAt: options.expiresAt,
        contact: options.contact ?? null,
        ...toStoredSecret(secret),
      },
      select: { id: true },
    });
    await writeAlso?.(tx, options.name, secret.slice(0, PREFIX_LENGTH));
  });
  invalidate("api_keys");
  return secret;
}

/** A key as its keepers see it. */
export type ApiKeyDetails = ApiKey & {
  name: string;
  contact: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Until when the secret before the last rotation works, or worked. */
  previousExpiresAt: Date | null;
};

const keyColumns = { id: true, prefix: true, scopes: true, expiresAt: true, revokedAt: true } as const;
const detailColumns = {
  ...keyColumns,
  name: true,
  contact: true,
  createdAt: true,
  lastUsedAt: true,
  previousExpiresAt: true,
} as const;

/** Every key that the school has given, also revoked ones, oldest first; not what test keys make below them. */
export function listApiKeys(): Promise<ApiKeyDetails[]> {
  return prisma().apiKey.findMany({
    select: detailColumns,
    where: { parentId: null },
    orderBy: { id: "asc" },
  });
}

/** The keys with this name or this prefix, oldest first, of which a whole key may be pasted too. */
export function findApiKeys(nameOrPrefix: string): Promise<ApiKeyDetails[]> {
  const prefix = nameOrPrefix.slice(0, PREFIX_LENGTH);
  const where = { OR: [{ name: nameOrPrefix }, { prefix }] };
  return prisma().apiKey.findMany({ select: detailColumns, where, orderBy: { id: "asc" } });
}

/** Stops a key and those below it at once, on every running server. */
export async function revokeApiKey(id: number, writeAlso?: WriteWithKey): Promise<void> {
  const where = { revokedAt: null, OR: [{ id }, { parentId: id }] };
  await prisma().$transaction(async (tx) => {
    const stopped = await tx.apiKey.updateManyAndReturn({
      where,
      data: { revokedAt: new Date() },
      select: { id: true, name: true, prefix: true },
    });
    const own = stopped.find((key) => key.id === id);
    if (own) await writeAlso?.(tx, own.name, own.prefix);
  });
  invalidate("api_keys");
}

/**
 * Gives a key a new secret, which is returned; the one before works until `overlapEnds`. The key
 * stays the same otherwise: its limits, its idempotency keys and its enrollments. Undefined where it has another secret
 * than that of the prefix by now, or none: a second rotation would stop the one that its integrator still uses.
 */
export async function rotateApiKey(
  { id, prefix }: Pick<ApiKey, "id" | "prefix">,
  overlapEnds: Date,
  writeAlso?: WriteWithKey,
): Promise<string | undefined> {
  const secret = createKeySecret(isTestKey({ prefix }) ? "test" : "live");
  const isDone = await prisma().$transaction(async (tx) => {
    const [key] = await tx.$queryRaw<{ hash: Uint8Array<ArrayBuffer>; name: string }[]>`
      select hash, name from api_keys where id = ${id} and prefix = ${prefix} and revoked_at is null for no key update`;
    if (!key) return false;
    const identity = toStoredSecret(secret);
    await tx.apiKey.update({
      where: { id },
      data: { ...identity, previousHash: key.hash, previousExpiresAt: overlapEnds },
      select: { id: true },
    });
    await writeAlso?.(tx, key.name, identity.prefix);
    return true;
  });
  if (!isDone) return;
  invalidate("api_keys");
  return secret;
}

const TEST_PREFIX = "mat_test_";

/** Whether a key is for trying things out: its enrollments are marked and nobody is written to. */
export const isTestKey = ({ prefix }: Pick<ApiKey, "prefix">) => prefix.startsWith(TEST_PREFIX);

/** What is stored of a secret. */
const toStoredSecret = (secret: string) => ({
  prefix: secret.slice(0, PREFIX_LENGTH),
  hash: Buffer.from(hashSecret(secret), "hex"),
});

/** A secret with its hash, by which it is looked up: so no comparison's duration tells anything about it. */
export type Credential = { secret: string; digest: string };

const FORMAT = /^mat_(?:live|test)_[0-9A-Za-z]{38}$/;

/** What is looked up for a secret; undefined when it is malformed. */
export function parseCredential(secret: string): Credential | undefined {
  return FORMAT.test(secret) ? { secret, digest: hashSecret(secret) } : undefined;
}

/** The valid key behind a credential; undefined when it is unknown, revoked or expired. */
export function findApiKey(credential: Credential): MaybePromise<ApiKey | undefined> {
  return thenSync(knownKeys(), (known) => {
    const met = known.get(credential.digest);
    return met === undefined ? loadKey(credential, known) : ifValid(met);
  });
}

function createKeySecret(mode: "live" | "test"): string {
  const body = Array.from({ length: 32 }, () => BASE62[randomInt(62)]).join("");
  const unchecked = `mat_${mode}_${body}`;
  return unchecked + calculateChecksum(unchecked);
}

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
    if (parent.parentId !== null || parent._count.children >= MAX_TEST_KEYS)
      throw new AppError("limit_reached");
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
/** What a key may do. */
export const scopes = [
  "catalogue:read",
  "enrollment:write",
  "enrollment:read",
  "enrollment:read_all",
] as const;

export type Scope = (typeof scopes)[number];

/** What a key may do unless it is said otherwise: its own enrollments, never everybody's. */
export const defaultScopes = scopes.filter((scope) => scope !== "enrollment:read_all");

async function loadKey({ secret, digest }: Credential, known: Map<string, ApiKey | null>) {
  const key = await readKey(secret, digest);
  if (key || known.size < MISSES_KEPT) known.set(digest, key);
  return ifValid(key);
}

function ifValid(key: ApiKey | null): ApiKey | undefined {
  if (!key || key.revokedAt !== null) return;
  return key.expiresAt === null || key.expiresAt.getTime() > Date.now() ? key : undefined;
}

/** The keys met so far, unknown ones as null; a new, empty map as soon as any key changes anywhere. */
const knownKeys = createCache("api keys", "api_keys", async () => new Map<string, ApiKey | null>());

/** Somebody's wrong key in a loop costs no query; a flood of different ones fills no memory. */
const MISSES_KEPT = 10_000;

async function readKey(secret: string, digest: string): Promise<ApiKey | null> {
  if (calculateChecksum(secret.slice(0, -6)) !== secret.slice(-6)) return null;
  const hash = Buffer.from(digest, "hex");
  const row = await prisma().apiKey.findFirst({
    where: { OR: [{ hash }, { previousHash: hash }] },
    select: { ...keyColumns, hash: true, previousExpiresAt: true },
  });
  if (!row) return null;
  const { hash: current, previousExpiresAt, ...key } = row;
  return hash.equals(current) ? key : { ...key, expiresAt: earlier(key.expiresAt, previousExpiresAt) };
}

const earlier = (a: Date | null, b: Date | null) => (a && (!b || a < b) ? a : b);

/** Six characters that tell a mistyped key from an unknown one without asking the database. */
function calculateChecksum(text: string): string {
  let rest = crc32(text);
  let check = "";
  for (let at = 0; at < 6; at++) {
    check = BASE62[rest % 62] + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

const hashSecret = (secret: string) => hash("sha256", secret);

const whereActive = (now: Date) => ({ revokedAt: null, expiresAt: { gt: now } });
