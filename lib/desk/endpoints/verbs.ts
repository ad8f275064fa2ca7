import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { lockKey } from "@/lib/desk/keys/verbs";
import { decryptEventId, readEventCounter } from "@/lib/events/queries";
import { eventIdSchema } from "@/lib/events/schema";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { isUuid, typedId } from "@/lib/platform/schema";
import { getWebhookId } from "@/lib/webhooks/delivery";
import {
  createEndpoint,
  deleteEndpoint,
  enqueuePing,
  replayEvents,
  rotateSecret,
} from "@/lib/webhooks/verbs";

/** Creates an endpoint for a key; returns its secret, which is shown once. */
export const addEndpoint = verb(
  "endpoint_made",
  "manage_keys",
  z.object({ id: typedId, url: z.string(), events: z.array(z.string()) }),
  async ({ tx, audit }, { id, ...input }) => {
    const { name } = await lockKey(tx, id);
    const { url, secret } = await createEndpoint(tx, input, id).catch((error) => {
      if (error instanceof AppError && error.code === "limit_reached")
        throw new DomainError({ code: "endpoints_full" });
      throw error;
    });
    await audit({ kind: "api_key", id: name }, { endpoint: [null, new URL(url).host] });
    return secret;
  },
);

const endpoint = z.string().refine(isUuid, "gone");

/** Sends a ping; success enables a disabled endpoint. */
export const pingEndpoint = verb(
  "endpoint_pinged",
  "manage_keys",
  z.object({ endpoint }),
  async (context, { endpoint }) => {
    await enqueuePing(context.tx, endpoint, await findEndpointKey(context, endpoint));
  },
);

/**
 * Replaces an endpoint's secret and returns the new one; for a day both sign.
 * @throws DomainError when it was rotated since the page: a second rotation would revoke the secret in use
 */
export const rotateEndpointSecret = verb(
  "endpoint_renewed",
  "manage_keys",
  z.object({ endpoint, was: z.string() }),
  async (context, { endpoint, was }) => {
    const key = await findEndpointKey(context, endpoint);
    const row = await context.tx.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint } });
    if (getSecretVersion(row) !== was) throw new DomainError({ code: "endpoint_overtaken" });
    const { secret } = await rotateSecret(context.tx, endpoint, key, context.now);
    return secret;
  },
);

/**
 * Sends one event, or all failed ones, again with the same ids. Returns how many.
 * @throws DomainError when the event was sent since the page
 */
export const replayEndpointEvents = verb(
  "endpoint_replayed",
  "manage_keys",
  z.object({ endpoint, event: eventIdSchema.optional(), was: z.string().optional() }),
  async (context, { endpoint, event, was }) => {
    const key = await findEndpointKey(context, endpoint);
    if (event) await assertNotSent(context.tx, endpoint, event, was);
    const { replayed } = await replayEvents(context.tx, endpoint, key, { event, since: undefined });
    return replayed;
  },
);

export const removeEndpoint = verb(
  "endpoint_removed",
  "manage_keys",
  z.object({ endpoint }),
  async (context, { endpoint }) => {
    const key = await findEndpointKey(context, endpoint, (host) => [host, null]);
    await deleteEndpoint(endpoint, key, context.tx);
    return key;
  },
);

async function assertNotSent(
  tx: VerbContext["tx"],
  endpointId: string,
  event: string,
  expectedTime: string | undefined,
) {
  const eventNumber = decryptEventId(event, await readEventCounter());
  const delivery =
    eventNumber && (await tx.webhookDelivery.findFirst({ where: { endpointId, eventNumber } }));
  if (delivery && delivery.nextAt.toISOString() !== expectedTime)
    throw new DomainError({ code: "delivery_overtaken" });
}

/** The key of an endpoint; writes the audit entry. @throws DomainError when it was deleted */
async function findEndpointKey(
  { tx, audit }: VerbContext,
  id: string,
  values: (host: string) => [old: string | null, now: string | null] = (host) => [null, host],
): Promise<number> {
  await tx.$queryRaw`select 1 from webhook_endpoints where id = ${id}::uuid for no key update`; // one after the other
  const endpoint = await tx.webhookEndpoint.findUnique({
    where: { id },
    select: { url: true, apiKeyId: true, apiKey: { select: { name: true } } },
  });
  if (!endpoint) throw new DomainError({ code: "gone" });
  const { url, apiKeyId, apiKey } = endpoint;
  await audit({ kind: "api_key", id: apiKey.name }, { endpoint: values(new URL(url).host) });
  return apiKeyId;
}

/** Identifies the endpoint's secret on a page. */
const getSecretVersion = ({ previousUntil }: { previousUntil: Date | null }) =>
  previousUntil?.toISOString() ?? "";

const columns = {
  id: true,
  url: true,
  events: true,
  createdAt: true,
  failingSince: true,
  offAt: true,
  offReason: true,
  previousUntil: true,
  apiKey: { select: { id: true, name: true } },
  _count: { select: { deliveries: { where: { state: "failed" } } } },
} satisfies Prisma.WebhookEndpointSelect;

type Row = Prisma.WebhookEndpointGetPayload<{ select: typeof columns }>;

const toEndpointRow = ({ apiKey, _count, offReason, previousUntil, ...row }: Row) => ({
  ...row,
  /** Version of the secret, checked when the form is submitted. */
  secret: getSecretVersion({ previousUntil }),
  offReason: offReason as "gone" | "failing" | null,
  /** Deliveries of thirty days that failed for good. */
  failed: _count.deliveries,
});

export async function listKeyEndpoints(actor: Actor, keyId: number, now: Date) {
  requirePermission(actor, "manage_keys", now);
  const rows = await prisma().webhookEndpoint.findMany({
    where: { apiKeyId: keyId },
    select: columns,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toEndpointRow);
}

export type EndpointDetails = NonNullable<Awaited<ReturnType<typeof readEndpointDetails>>>;

const STATES = ["pending", "delivered", "failed"] as const;

const PAGE_SIZE = 50;

/** An endpoint with its deliveries of thirty days, newest first, after a cursor; undefined for an unknown one. */
export async function readEndpointDetails(
  actor: Actor,
  id: string,
  { failed, after }: { failed: boolean; after?: string | undefined },
  now: Date,
) {
  requirePermission(actor, "manage_keys", now);
  const row = isUuid(id) && (await prisma().webhookEndpoint.findUnique({ where: { id }, select: columns }));
  if (!row) return;
  const rows = await prisma().webhookDelivery.findMany({
    where: { endpointId: id, ...(failed && { state: "failed" }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...(after && isUuid(after) && { cursor: { id: after }, skip: 1 }),
    take: PAGE_SIZE + 1,
    include: { log: { orderBy: { id: "desc" }, take: 10 } },
  });
  const page = rows.slice(0, PAGE_SIZE);
  return {
    endpoint: toEndpointRow(row),
    key: row.apiKey,
    deliveries: await withEvents(page),
    next: rows.length > PAGE_SIZE ? page.at(-1)?.id : undefined,
  };
}

type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ include: { log: true } }>;

async function withEvents(rows: DeliveryRow[]) {
  const numbers = rows.flatMap(({ eventNumber }) => eventNumber ?? []);
  const [counter, events] = await Promise.all([
    readEventCounter(),
    prisma().event.findMany({
      where: { number: { in: numbers } },
      select: { number: true, type: true, data: true },
    }),
  ]);
  const byNumber = new Map(events.map((event) => [event.number, event]));
  return rows.map(({ log, state, ...row }) => {
    const event = byNumber.get(row.eventNumber);
    return {
      id: row.id,
      /** The event's id; undefined for a ping. */
      event: row.eventNumber === null ? undefined : getWebhookId(row, counter),
      type: event?.type ?? (row.eventNumber === null ? "ping" : ""),
      reference: (event?.data as { reference?: string } | undefined)?.reference,
      state: STATES.find((candidate) => candidate === state) ?? "failed",
      createdAt: row.createdAt,
      nextAt: row.nextAt,
      attempts: log,
    };
  });
}
