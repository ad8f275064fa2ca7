import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Prisma } from "@/generated/prisma/client";
import { createCache, invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { type MaybePromise, thenSync } from "@/lib/platform/when-ready";

/** Everything but the secret, of which only the SHA-256 is stored. */
export type ApiKey = Prisma.ApiKeyGetPayload<{ select: typeof keyColumns }>;

/** Runs in the same transaction: writes the audit entry and notifies. */
type WriteWithKey = (tx: Prisma.TransactionClient, name: string, prefix: string) => Promise<void>;

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX_LENGTH = 17;

/** The returned text is the only copy of the secret. `expiresAt` null: the key does not expire. */
export async function createApiKey(
  options: {
    name: string;
    scopes: readonly Scope[];
    expiresAt: Date | null;
    mode: "live" | "test";
    contact?: string | null;
  },
  onWrite?: WriteWithKey,
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
    await onWrite?.(tx, options.name, secret.slice(0, PREFIX_LENGTH));
  });
  invalidate("api_keys");
  return secret;
}

const keyColumns = { id: true, prefix: true, scopes: true, expiresAt: true, revokedAt: true } as const;
const detailColumns = {
  ...keyColumns,
  name: true,
  contact: true,
  createdAt: true,
  lastUsedAt: true,
  /** When the secret before the last rotation stops working. */
  previousExpiresAt: true,
} as const;

/** The school's keys, also revoked ones, oldest first; without the keys that test keys create. */
export function listApiKeys() {
  return prisma().apiKey.findMany({
    select: detailColumns,
    where: { parentId: null },
    orderBy: { id: "asc" },
  });
}

/** Oldest first; the argument may also be a whole key. */
export function findApiKeys(nameOrPrefix: string) {
  const prefix = nameOrPrefix.slice(0, PREFIX_LENGTH);
  const where = { OR: [{ name: nameOrPrefix }, { prefix }] };
  return prisma().apiKey.findMany({ select: detailColumns, where, orderBy: { id: "asc" } });
}

/** Stops a key and those below it at once, on every running server. */
export async function revokeApiKey(id: number, onWrite?: WriteWithKey): Promise<void> {
  const where = { revokedAt: null, OR: [{ id }, { parentId: id }] };
  await prisma().$transaction(async (tx) => {
    const revoked = await tx.apiKey.updateManyAndReturn({
      where,
      data: { revokedAt: new Date() },
      select: { id: true, name: true, prefix: true },
    });
    const revokedKey = revoked.find((key) => key.id === id);
    if (revokedKey) await onWrite?.(tx, revokedKey.name, revokedKey.prefix);
  });
  invalidate("api_keys");
}

/**
 * Gives a key a new secret, which is returned; the one before works until `overlapEnds`. Undefined when the
 * prefix is no longer current: a second rotation would stop the secret that its integrator still uses.
 */
export async function rotateApiKey(
  { id, prefix }: Pick<ApiKey, "id" | "prefix">,
  overlapEnds: Date,
  onWrite?: WriteWithKey,
): Promise<string | undefined> {
  const secret = createKeySecret(isTestKey({ prefix }) ? "test" : "live");
  const isRotated = await prisma().$transaction(async (tx) => {
    const [key] = await tx.$queryRaw<{ hash: Uint8Array<ArrayBuffer>; name: string }[]>`
      select hash, name from api_keys where id = ${id} and prefix = ${prefix} and revoked_at is null for no key update`;
    if (!key) return false;
    const identity = toStoredSecret(secret);
    await tx.apiKey.update({
      where: { id },
      data: { ...identity, previousHash: key.hash, previousExpiresAt: overlapEnds },
      select: { id: true },
    });
    await onWrite?.(tx, key.name, identity.prefix);
    return true;
  });
  if (!isRotated) return;
  invalidate("api_keys");
  return secret;
}

const TEST_PREFIX = "mat_test_";

/** Its enrollments are test data, and no e-mail leaves the sandbox. */
export const isTestKey = ({ prefix }: Pick<ApiKey, "prefix">) => prefix.startsWith(TEST_PREFIX);

const toStoredSecret = (secret: string) => ({
  prefix: secret.slice(0, PREFIX_LENGTH),
  hash: Buffer.from(hashSecret(secret), "hex"),
});

/** A secret with its hash, by which it is looked up, so that no comparison leaks time. */
type Credential = { secret: string; digest: string };

const FORMAT = /^mat_(?:live|test)_[0-9A-Za-z]{38}$/;

/** Undefined when it is malformed. */
export function parseCredential(secret: string): Credential | undefined {
  return FORMAT.test(secret) ? { secret, digest: hashSecret(secret) } : undefined;
}

/** Undefined when the key is unknown, revoked or expired. */
export function findApiKey(credential: Credential): MaybePromise<ApiKey | undefined> {
  return thenSync(getKeyCache(), (keys) => {
    const key = keys.get(credential.digest);
    return key === undefined ? loadKey(credential, keys) : onlyIfValid(key);
  });
}

function createKeySecret(mode: "live" | "test"): string {
  const body = Array.from({ length: 32 }, () => BASE62[randomInt(62)]).join("");
  const payload = `mat_${mode}_${body}`;
  return payload + calculateChecksum(payload);
}

const MAX_TEST_KEYS = 16;
const CHALLENGE = ["WWW-Authenticate", 'Bearer realm="api", error="insufficient_scope"'];

/**
 * A test key below another one, with its scopes and its own sandbox (integrators 18).
 * @param seconds its lifetime; never longer than that of the key above
 * @throws AppError `insufficient_scope` for a key that has a key above it, `limit_reached`
 */
export async function createTestKey(
  { id, scopes, expiresAt }: ApiKey,
  seconds: number,
  now: Date,
): Promise<{ key: string; expires_at: string }> {
  const secret = createKeySecret("test");
  const requestedEnd = new Date(now.getTime() + seconds * 1000);
  const endsAt = expiresAt && expiresAt < requestedEnd ? expiresAt : requestedEnd;
  await prisma().$transaction(async (tx) => {
    // Locked before counting, so that of two concurrent requests only one gets the last place.
    await tx.$queryRaw`select 1 from api_keys where id = ${id} for update`;
    const where = { revokedAt: null, expiresAt: { gt: now } };
    const parent = await tx.apiKey.findUniqueOrThrow({
      where: { id },
      select: { name: true, parentId: true, _count: { select: { children: { where } } } },
    });
    if (parent.parentId !== null) throw new AppError("insufficient_scope", [], CHALLENGE);
    if (parent._count.children >= MAX_TEST_KEYS) throw new AppError("limit_reached");
    const identity = toStoredSecret(secret);
    const name = `${parent.name.slice(0, 80)} / ${identity.prefix.slice(-8)}`;
    await tx.apiKey.create({
      data: { name, scopes, expiresAt: endsAt, parentId: id, ...identity },
      select: { id: true },
    });
  });
  invalidate("api_keys");
  return { key: secret, expires_at: endsAt.toISOString() };
}
export const scopes = [
  "catalogue:read",
  "enrollment:write",
  "enrollment:read",
  "enrollment:read_all",
] as const;

export type Scope = (typeof scopes)[number];

/** Without `enrollment:read_all`, which is given only on purpose. */
export const defaultScopes = scopes.filter((scope) => scope !== "enrollment:read_all");

async function loadKey({ secret, digest }: Credential, keys: Map<string, ApiKey | null>) {
  const key = await readKey(secret, digest);
  if (key || keys.size < MAX_UNKNOWN_KEYS) keys.set(digest, key);
  return onlyIfValid(key);
}

function onlyIfValid(key: ApiKey | null): ApiKey | undefined {
  if (!key || key.revokedAt !== null) return;
  return key.expiresAt === null || key.expiresAt.getTime() > Date.now() ? key : undefined;
}

/** The keys used so far, unknown ones as null; empty again when any key changes. */
const getKeyCache = createCache("api keys", "api_keys", async () => new Map<string, ApiKey | null>());

/** The same wrong key again costs no query; a flood of different ones does not fill the memory. */
const MAX_UNKNOWN_KEYS = 10_000;

async function readKey(secret: string, digest: string): Promise<ApiKey | null> {
  if (calculateChecksum(secret.slice(0, -6)) !== secret.slice(-6)) return null;
  const hash = Buffer.from(digest, "hex");
  const row = await prisma().apiKey.findFirst({
    where: { OR: [{ hash }, { previousHash: hash }] },
    select: { ...keyColumns, hash: true, previousExpiresAt: true },
  });
  if (!row) return null;
  const { hash: current, previousExpiresAt, ...key } = row;
  return hash.equals(current) ? key : { ...key, expiresAt: getEarlier(key.expiresAt, previousExpiresAt) };
}

const getEarlier = (a: Date | null, b: Date | null) => (a && (!b || a < b) ? a : b);

/** Six characters that detect a mistyped key without a query. */
function calculateChecksum(text: string): string {
  let rest = crc32(text);
  let check = "";
  for (let index = 0; index < 6; index++) {
    check = BASE62[rest % 62] + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

const hashSecret = (secret: string) => hash("sha256", secret);
