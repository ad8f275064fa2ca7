import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { decryptEventId, readEventCounter } from "@/lib/events/queries";
import { encryptSecret } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { parseInput } from "@/lib/platform/schema";
import { getWebhookId } from "@/lib/webhooks/delivery";
import {
  type attemptQuerySchema,
  type endpointSchema,
  newEndpointSchema,
  type replayQuerySchema,
} from "@/lib/webhooks/schema";
import { createWebhookSecret, getSecretContext } from "@/lib/webhooks/secrets";

/** Whether the key `k` of endpoint `p` may read event `v`; the same rule as `createEventsQuery` (lib/events/queries.ts). */
export const IS_VISIBLE_TO_KEY = `(
  v.api_key_id = p.api_key_id or v.type = 'catalogue.changed'
  or (not v.test and k.prefix not like 'mat\\_test\\_%'
    and (v.type = 'round.published' or 'enrollment:read_all' = any(k.scopes)))
)`;

type Endpoint = z.output<typeof endpointSchema>;

/** The maximum number of endpoints per key; existing ones above it stay. */
const MAX_ENDPOINTS = 5;

const columns = { id: true, url: true, events: true, createdAt: true, offAt: true, offReason: true } as const;
type Row = Prisma.WebhookEndpointGetPayload<{ select: typeof columns }>;

const toEndpoint = ({ createdAt, offAt, offReason, ...fields }: Row): Endpoint => ({
  ...fields,
  created_at: createdAt.toISOString(),
  off_at: offAt?.toISOString() ?? null,
  off_reason: offReason as Endpoint["off_reason"],
});

/**
 * Creates an endpoint, which receives events from now on. Sends no ping.
 * @throws AppError `validation_failed`, `limit_reached`
 */
export async function createEndpoint(
  tx: Prisma.TransactionClient,
  submitted: unknown,
  apiKeyId: number,
): Promise<Endpoint & { secret: string }> {
  const { url, events } = parseInput(newEndpointSchema, submitted);
  const secret = createWebhookSecret();
  await tx.$queryRaw`select 1 from api_keys where id = ${apiKeyId} for update`; // serialises the count
  if ((await tx.webhookEndpoint.count({ where: { apiKeyId } })) >= MAX_ENDPOINTS)
    throw new AppError("limit_reached");
  const { number: sinceNumber } = await tx.eventCounter.findUniqueOrThrow({ where: { id: 1 } });
  const unique = [...new Set(events)];
  const id = randomUUID();
  const data = {
    id,
    apiKeyId,
    url,
    events: unique,
    secret: encryptSecret(secret.bytes, getSecretContext(id)),
    sinceNumber,
  };
  const row = await tx.webhookEndpoint.create({ data, select: columns });
  return { ...toEndpoint(row), secret: secret.text };
}

export async function listEndpoints(apiKeyId: number): Promise<Endpoint[]> {
  const where = { apiKeyId };
  const rows = await prisma().webhookEndpoint.findMany({
    where,
    select: columns,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toEndpoint);
}

/** @throws AppError `not_found` when the key has no such endpoint, like all functions below */
export async function readEndpoint(id: string, apiKeyId: number): Promise<Endpoint> {
  const row = await prisma().webhookEndpoint.findFirst({ where: { id, apiKeyId }, select: columns });
  if (!row) throw new AppError("not_found");
  return toEndpoint(row);
}

export async function deleteEndpoint(
  id: string,
  apiKeyId: number,
  db: Prisma.TransactionClient = prisma(),
): Promise<void> {
  const { count } = await db.webhookEndpoint.deleteMany({ where: { id, apiKeyId } });
  if (count === 0) throw new AppError("not_found");
}

const OVERLAP_MS = 24 * 3600 * 1000;

/** Rotates the secret; for a day the previous one signs too. */
export async function rotateSecret(tx: Prisma.TransactionClient, id: string, apiKeyId: number, now: Date) {
  const secret = createWebhookSecret();
  const previousUntil = new Date(now.getTime() + OVERLAP_MS);
  const count = await tx.$executeRaw`
    update webhook_endpoints set previous_secret = secret, previous_until = ${previousUntil}, secret = ${encryptSecret(secret.bytes, getSecretContext(id))}
    where id = ${id}::uuid and api_key_id = ${apiKeyId}`;
  if (count === 0) throw new AppError("not_found");
  return { id, secret: secret.text, previous_secret_until: previousUntil.toISOString() };
}

/** Sends a ping, also to an endpoint that is off: a success switches it on. */
export async function enqueuePing(
  tx: Prisma.TransactionClient,
  id: string,
  apiKeyId: number,
): Promise<{ webhook_id: string }> {
  await readEndpoint(id, apiKeyId);
  const delivery = await tx.webhookDelivery.create({ data: { endpointId: id }, select: { id: true } });
  return { webhook_id: delivery.id };
}

export async function listAttempts(
  id: string,
  apiKeyId: number,
  { after, limit }: z.output<typeof attemptQuerySchema>,
) {
  await readEndpoint(id, apiKeyId);
  const rows = await prisma().webhookAttempt.findMany({
    where: { delivery: { endpointId: id }, ...(after !== undefined && { id: { lt: BigInt(after) } }) },
    include: { delivery: { select: { id: true, eventNumber: true } } },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const counter = await readEventCounter();
  return {
    data: page.map(({ delivery, at, milliseconds, status, error, answer }) => ({
      webhook_id: getWebhookId(delivery, counter),
      at: at.toISOString(),
      milliseconds,
      status,
      error,
      answer,
    })),
    next: rows.length > limit ? String(page.at(-1)?.id) : null,
  };
}

/**
 * Sends events again under their own ids: one event, or all matching ones that were not delivered, since a time or
 * the endpoint's creation, including those while it was off.
 * @throws AppError `not_found` for an unknown endpoint, or an event that it does not receive
 */
export async function replayEvents(
  tx: Prisma.TransactionClient,
  id: string,
  apiKeyId: number,
  { event, since }: z.output<typeof replayQuerySchema>,
): Promise<{ replayed: number }> {
  const endpoints = await tx.$queryRaw`
    select 1 from webhook_endpoints where id = ${id}::uuid and api_key_id = ${apiKeyId} for update`;
  if ((endpoints as unknown[]).length === 0) throw new AppError("not_found");
  const number = event === undefined ? undefined : decryptEventId(event, await readEventCounter());
  if (event !== undefined && number === undefined) throw new AppError("not_found");
  const condition =
    number === undefined
      ? Prisma.sql`(d.state is null or d.state = 'failed') and v.created_at >= ${new Date(since ?? 0)}`
      : Prisma.sql`v.number = ${number}`;
  const replayed = await tx.$executeRaw`
    insert into webhook_deliveries (endpoint_id, event_number)
    select p.id, v.number
    from webhook_endpoints p
    join api_keys k on k.id = p.api_key_id
    join events v on v.type = any(p.events) and v.number > p.since_number and ${Prisma.raw(IS_VISIBLE_TO_KEY)}
    left join webhook_deliveries d on d.endpoint_id = p.id and d.event_number = v.number
    where p.id = ${id}::uuid and ${condition}
    on conflict (endpoint_id, event_number) do update set state = 'pending', attempts = 0, next_at = now()`;
  if (event !== undefined && replayed === 0) throw new AppError("not_found");
  return { replayed };
}
