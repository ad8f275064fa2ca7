import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { createApiKey, defaultScopes, revokeApiKey, rotateApiKey, scopes } from "@/lib/api/keys";
import { enqueueNotice } from "@/lib/mail/notices";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { DomainError, looseVerb, type VerbContext } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, isDay, startOfDay, toDate, toLocalDay } from "@/lib/platform/dates";
import { typedId } from "@/lib/platform/schema";
import { deleteSandboxData } from "@/lib/sandbox/writes";
import { getSettings, readSettings } from "@/lib/school/settings";

const contact = z
  .string()
  .trim()
  .max(254)
  .refine((text) => text === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))
  .default("");
const expires = z
  .string()
  .refine((text) => text === "" || isDay(text), "date")
  .default("");

/** Creates an API key and notifies all administrators. Returns the secret, which is not stored (desk 29). */
export const createKey = looseVerb(
  "key_made",
  "manage_keys",
  z.object({
    key_name: z.string("required").trim().min(1, "required").max(100, "too_long"),
    scopes: z.array(z.enum(scopes)).min(1, "required"),
    mode: z.enum(["live", "test"], "required"),
    expires,
    contact,
  }),
  async ({ createContext, now }, { key_name: name, expires, contact, ...key }) => {
    const newKey = { ...key, name, contact: contact || null, expiresAt: await toExpiry(expires, now) };
    const values: Values = { scopes: [null, key.scopes.join(", ")], expires: [null, expires || null] };
    return createApiKey(newKey, (tx, name, prefix) =>
      notifyAndAudit(createContext(tx), name, { prefix: [null, prefix], ...values }),
    ).catch((error) => {
      throw error.code === "P2002" ? new DomainError({ field: "key_name", code: "taken" }) : error;
    });
  },
);

const id = typedId;

/** Changes a key's contact and last day; with a later end the contact is reminded again. */
export const changeKey = looseVerb(
  "key_changed",
  "manage_keys",
  z.object({ id, expires, contact, was: z.string() }),
  async ({ inTransaction, now }, { id, expires, contact, was }) => {
    const { time_zone } = await readSettings();
    await inTransaction(async (context) => {
      const key = await lockKey(context.tx, id);
      if (was !== getKeyVersion(key, time_zone)) throw new DomainError({ code: "key_overtaken" });
      const lastDay = getLastDay(key.expiresAt, time_zone);
      const expiresAt = expires === lastDay ? key.expiresAt : await toExpiry(expires, now);
      const resetReminder = expires === lastDay ? {} : { endToldAt: null };
      await context.tx.apiKey.update({
        where: { id },
        data: { contact: contact || null, expiresAt, ...resetReminder },
        select: { id: true },
      });
      // The address is personal data, and audit entries cannot be deleted: record only that it changed.
      await auditKey(context, key.name, { expires: [lastDay || null, expires || null] });
    });
    invalidate("api_keys");
  },
);

/**
 * Replaces a key's secret; the old one stays valid for some minutes. Notifies all administrators.
 * @throws DomainError when the prefix has changed
 */
export const rotateKey = looseVerb(
  "key_renewed",
  "manage_keys",
  z.object({
    id,
    prefix: z.string(),
    overlap: z.coerce
      .number("choice_needed")
      .int()
      .min(0)
      .max(30 * 24 * 60),
  }),
  async ({ inTransaction, createContext, now }, { id, prefix, overlap }) => {
    await inTransaction(({ tx }) => lockKey(tx, id));
    const overlapEnds = new Date(now.getTime() + overlap * 60_000);
    const secret = await rotateApiKey({ id, prefix }, overlapEnds, (tx, name, newPrefix) =>
      notifyAndAudit(createContext(tx), name, { prefix: [prefix, newPrefix] }),
    );
    if (!secret) throw new DomainError({ code: "key_overtaken" });
    return secret;
  },
);

export const endOverlap = looseVerb(
  "key_overlap_ended",
  "manage_keys",
  z.object({ id }),
  async (verbContext, { id }) => {
    await verbContext.inTransaction(async (context) => {
      const { name, previousExpiresAt } = await lockKey(context.tx, id);
      const data = { previousHash: null, previousExpiresAt: null };
      const { count } = await context.tx.apiKey.updateMany({
        where: { id, previousExpiresAt: { gt: context.now } },
        data,
      });
      if (count > 0) await auditKey(context, name, { overlap: [previousExpiresAt?.toISOString(), null] });
    });
    invalidate("api_keys");
  },
);

/** Revokes a key and its child keys on every server at once. */
export const revokeKey = looseVerb(
  "key_stopped",
  "manage_keys",
  z.object({ id }),
  ({ createContext }, { id }) =>
    revokeApiKey(id, (tx, name, prefix) => auditKey(createContext(tx), name, { prefix: [prefix, null] })),
);

/** @throws DomainError when the key was revoked, or belongs to a test key, which manages it */
export async function lockKey(tx: Prisma.TransactionClient, id: number) {
  await tx.$queryRaw`select 1 from api_keys where id = ${id} for no key update`;
  const key = await tx.apiKey.findUnique({ where: { id, parentId: null, revokedAt: null } });
  if (!key) throw new DomainError({ code: "gone" });
  return key;
}

/** Deletes the data in the sandboxes of a test key and its child keys. */
export const emptySandbox = looseVerb(
  "sandbox_emptied",
  "manage_keys",
  z.object({ id: typedId }),
  async ({ inTransaction }, { id }) => {
    const { name } = await inTransaction(({ tx }) => lockKey(tx, id));
    let count = 0;
    for (const key of await listSandboxKeys(id)) count += await deleteSandboxData(key.id);
    await inTransaction(({ audit }) => audit({ kind: "api_key", id: name }, { removed: [null, count] }));
    return count;
  },
);

type Values = NonNullable<Parameters<VerbContext["audit"]>[1]>;

const auditKey = ({ audit }: VerbContext, name: string, values?: Values) =>
  audit({ kind: "api_key", id: name }, values);

async function notifyAndAudit(context: VerbContext, name: string, values?: Values) {
  await notifyAdminsOfKey(context.tx, name, context.now);
  await auditKey(context, name, values);
}

/** The end of a day in the school's time zone. @throws DomainError for a past day */
async function toExpiry(day: string, now: Date): Promise<Date | null> {
  if (day === "") return null;
  const { time_zone } = await readSettings();
  if (day < toLocalDay(time_zone, now)) throw new DomainError({ field: "expires", code: "past" });
  return startOfDay(addDays(day, 1), time_zone);
}

/** Notifies every administrator of a new API key or secret. */
async function notifyAdminsOfKey(tx: Prisma.TransactionClient, key: string, now: Date): Promise<void> {
  const admins = await tx.staffMember.findMany({
    where: { role: "admin", removedAt: null, passwordHash: { not: null } },
    orderBy: { emailKey: "asc" },
    select: { id: true },
  });
  for (const { id: memberId } of admins)
    await enqueueNotice(tx, { kind: "staff_key", memberId, at: now.toISOString(), key });
}

/**
 * Reminds the contact of an expiring key once: two weeks before the end, or after half of a shorter life. Returns the
 * number of keys; child keys of test keys are not reminded.
 */
export async function notifyExpiringKeys(now: Date): Promise<number> {
  const { time_zone } = await getSettings();
  return prisma().$transaction(async (tx) => {
    const expiring = await tx.$queryRaw<{ name: string; contact: string | null; expiresAt: Date }[]>`
      update api_keys set end_told_at = ${now}
      where end_told_at is null and revoked_at is null and parent_id is null and expires_at > ${now}
        and ${now} >= greatest(expires_at - interval '14 days', created_at + (expires_at - created_at) / 2)
      returning name, contact, expires_at as "expiresAt"`;
    for (const { name, contact, expiresAt } of expiring)
      await enqueueNotice(tx, {
        kind: "key_ends",
        key: name,
        contact,
        day: getLastDay(expiresAt, time_zone),
      });
    return expiring.length;
  });
}

/** The scopes of a key with the default ones. */
export const keyScopes = scopes.map((name) => ({
  name,
  isDefault: defaultScopes.some((usual) => usual === name),
}));

const USAGE_DAYS = 30;

const columns = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  contact: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  previousExpiresAt: true,
  webhookEndpoints: { select: { offAt: true } },
} as const;

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>;

/** All API keys, active ones first, with their usage of thirty days (desk 29). */
export async function listKeys(actor: Actor, now: Date) {
  requirePermission(actor, "manage_keys", now);
  const { time_zone: timeZone } = await getSettings();
  const [rows, sums] = await Promise.all([
    prisma().apiKey.findMany({ where: { parentId: null }, select: columns, orderBy: { name: "asc" } }),
    prisma().apiKeyDay.groupBy({
      by: ["apiKeyId"],
      where: { day: { gt: getFirstDay(now, timeZone) } },
      _sum: { calls: true, errors: true },
    }),
  ]);
  const usage = new Map(sums.map(({ apiKeyId, _sum }) => [apiKeyId, _sum]));
  const keys = rows.map((row) => toKeyRow(row, usage.get(row.id), timeZone, now));
  const order = ["works", "ended", "revoked"];
  return keys.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

const readRow = (id: number) =>
  prisma().apiKey.findUnique({ where: { id, parentId: null }, select: columns });

/** A key with its usage of thirty days; undefined for an unknown one. */
export async function readKey(actor: Actor, id: number, now: Date) {
  requirePermission(actor, "manage_keys", now);
  const [row, { time_zone: timeZone }] = await Promise.all([readRow(id), getSettings()]);
  if (!row) return;
  const [usage, childKeys, sandbox] = await Promise.all([
    prisma().apiKeyDay.aggregate({
      where: { apiKeyId: id, day: { gt: getFirstDay(now, timeZone) } },
      _sum: { calls: true, errors: true },
    }),
    prisma().apiKey.count({ where: { parentId: id, revokedAt: null, expiresAt: { gt: now } } }),
    isTest(row) ? countSandboxRows(id) : undefined,
  ]);
  const { createdAt, revokedAt, previousExpiresAt } = row;
  return {
    ...toKeyRow(row, usage._sum, timeZone, now),
    createdAt,
    revokedAt,
    /** End of the previous secret's validity; null without one. */
    overlapEnds: !revokedAt && previousExpiresAt && previousExpiresAt > now ? previousExpiresAt : null,
    /** Version of the form, checked when it is submitted. */
    was: getKeyVersion(row, timeZone),
    /** Active test keys created by this key. */
    childKeys,
    sandbox,
  };
}

const getFirstDay = (now: Date, timeZone: string) => toDate(addDays(toLocalDay(timeZone, now), -USAGE_DAYS));

const isTest = ({ prefix }: Pick<Row, "prefix">) => prefix.startsWith("mat_test_");

const SOON_MS = 14 * 24 * 3600 * 1000;

type Usage = { calls: number | null; errors: number | null };

function toKeyRow(row: Row, usage: Usage | undefined, timeZone: string, now: Date) {
  const { id, name, prefix, scopes, contact, expiresAt, revokedAt, lastUsedAt, webhookEndpoints } = row;
  const hasEnded = expiresAt !== null && expiresAt <= now;
  return {
    ...{ id, name, prefix, scopes, contact, lastUsedAt },
    usage: { calls: usage?.calls ?? 0, errors: usage?.errors ?? 0 },
    isTest: isTest(row),
    state: revokedAt ? ("revoked" as const) : hasEnded ? ("ended" as const) : ("works" as const),
    lastDay: getLastDay(expiresAt, timeZone),
    endsSoon: !revokedAt && !hasEnded && expiresAt !== null && expiresAt.getTime() - now.getTime() < SOON_MS,
    endpoints: webhookEndpoints.length,
    endpointsOff: webhookEndpoints.filter(({ offAt }) => offAt).length,
  };
}

/** The last day of a key in the school's time zone; empty without an end. */
const getLastDay = (expiresAt: Date | null, timeZone: string): Day | "" =>
  expiresAt ? toLocalDay(timeZone, new Date(expiresAt.getTime() - 1)) : "";

const getKeyVersion = (
  { contact, expiresAt }: { contact: string | null; expiresAt: Date | null },
  timeZone: string,
) => `${getLastDay(expiresAt, timeZone)} ${contact ?? ""}`;

/** Rows in the sandboxes of a test key and its child keys. */
type SandboxCounts = { enrollments: number; people: number; messages: number };

/** A test key and the keys it created. */
const listSandboxKeys = (id: number) =>
  prisma().apiKey.findMany({ where: { OR: [{ id }, { parentId: id }] }, select: { id: true } });

async function countSandboxRows(id: number): Promise<SandboxCounts> {
  const ids = (await listSandboxKeys(id)).map((key) => key.id);
  const [row] = await prisma().$queryRaw<SandboxCounts[]>`
    select (select count(*)::int from all_enrollments where sandbox_id = any(${ids})) as enrollments,
      (select count(*)::int from all_people where sandbox_id = any(${ids})) as people,
      (select count(*)::int from all_mail_messages where person_id in (
        select id from all_people where sandbox_id = any(${ids}))) as messages`;
  return row as SandboxCounts;
}
