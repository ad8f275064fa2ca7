import { defaultScopes, scopes } from "@/lib/api/keys";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, toDate, toLocalDay } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";

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
export const getLastDay = (expiresAt: Date | null, timeZone: string): Day | "" =>
  expiresAt ? toLocalDay(timeZone, new Date(expiresAt.getTime() - 1)) : "";

export const getKeyVersion = (
  { contact, expiresAt }: { contact: string | null; expiresAt: Date | null },
  timeZone: string,
) => `${getLastDay(expiresAt, timeZone)} ${contact ?? ""}`;

/** Rows in the sandboxes of a test key and its child keys. */
type SandboxCounts = { enrollments: number; people: number; messages: number };

/** A test key and the keys it created. */
export const listSandboxKeys = (id: number) =>
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
