import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { createApiKey, revokeApiKey, rotateApiKey, type Scope, scopes } from "@/lib/api/keys";
import { enqueueNotice } from "@/lib/mail/notices";
import { DomainError, looseVerb, type VerbContext } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, isDay, startOfDay, toLocalDay } from "@/lib/platform/dates";
import { typedId } from "@/lib/platform/schema";
import { deleteSandboxData } from "@/lib/sandbox/writes";
import { getSettings, readSettings } from "@/lib/school/settings";
import { getKeyVersion, getLastDay, listSandboxKeys } from "./queries";

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

/** `enrollment:read_all` widens `enrollment:read`, which the endpoints need. */
const withRead = (chosen: Scope[]) =>
  chosen.includes("enrollment:read_all") ? [...new Set([...chosen, "enrollment:read" as const])] : chosen;

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
  async ({ createContext, now }, { key_name: name, expires, contact, mode, ...chosen }) => {
    const scopes = withRead(chosen.scopes);
    const newKey = { name, mode, scopes, contact: contact || null, expiresAt: await toExpiry(expires, now) };
    const values: Values = { scopes: [null, scopes.join(", ")], expires: [null, expires || null] };
    return createApiKey(newKey, (tx, name, prefix) =>
      notifyAndAudit(createContext(tx), name, { prefix: [null, prefix], ...values }),
    ).catch((error) => {
      throw error.code === "P2002" ? new DomainError({ field: "key_name", code: "taken" }) : error;
    });
  },
);

/** Changes a key's contact and last day; with a later end the contact is reminded again. */
export const changeKey = looseVerb(
  "key_changed",
  "manage_keys",
  z.object({ id: typedId, expires, contact, was: z.string() }),
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
    id: typedId,
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
  z.object({ id: typedId }),
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
  z.object({ id: typedId }),
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
