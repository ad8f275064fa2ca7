import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { readEventCounter } from "@/lib/events/ids";
import { AppError, type FieldIssue } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import { getWebhookId } from "./attempt";
import { type attemptSchema, type attemptQuerySchema, type endpointSchema, newEndpointSchema } from "./schema";
import { encryptSecret } from "./secret";
import { createWebhookSecret, formatSecret } from "./sign";

type Endpoint = z.output<typeof endpointSchema>;

/** As many as a key may make; who had more before keeps them. */
const MOST = 5;
const OVERLAP_MS = 24 * 3600 * 1000;

const shown = { id: true, url: true, events: true, createdAt: true, offAt: true, offReason: true } as const;
type Row = {
  id: string;
  url: string;
  events: string[];
  createdAt: Date;
  offAt: Date | null;
  offReason: string | null;
};

const show = ({ createdAt, offAt, offReason, ...same }: Row): Endpoint => ({
  ...same,
  created_at: createdAt.toISOString(),
  off_at: offAt?.toISOString() ?? null,
  off_reason: offReason as Endpoint["off_reason"],
});

/**
 * Makes an endpoint, which gets what is numbered from now on; nothing is sent for it.
 * @throws AppError `validation_failed`, `limit_reached`
 */
export async function createEndpoint(
  tx: Prisma.TransactionClient,
  submitted: unknown,
  apiKeyId: number,
): Promise<Endpoint & { secret: string }> {
  const { url, events } = parse(submitted);
  const secret = createWebhookSecret();
  await tx.$queryRaw`select 1 from api_keys where id = ${apiKeyId} for update`; // of two at once one counts the other
  if ((await tx.webhookEndpoint.count({ where: { apiKeyId } })) >= MOST) throw new AppError("limit_reached");
  const { number: sinceNumber } = await tx.eventCounter.findUniqueOrThrow({ where: { id: 1 } });
  const unique = [...new Set(events)];
  const id = randomUUID();
  const data = { id, apiKeyId, url, events: unique, secret: encryptSecret(id, secret), sinceNumber };
  const row = await tx.webhookEndpoint.create({ data, select: shown });
  return { ...show(row), secret: formatSecret(secret) };
}

function parse(submitted: unknown): z.output<typeof newEndpointSchema> {
  const result = newEndpointSchema.safeParse(submitted);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
  const first = new Map([...issues].reverse());
  const inOrder = Object.keys(newEndpointSchema.shape).filter((field) => first.has(field));
  throw new AppError(
    "validation_failed",
    inOrder.map((field) => ({ field, code: first.get(field) as FieldIssue["code"] })),
  );
}

/** A key's endpoints, oldest first. */
export async function listEndpoints(apiKeyId: number): Promise<Endpoint[]> {
  const where = { apiKeyId };
  const rows = await prisma().webhookEndpoint.findMany({
    where,
    select: shown,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(show);
}

/** @throws AppError `not_found` when the key has no such endpoint; the same holds for all that follow */
export async function readEndpoint(id: string, apiKeyId: number): Promise<Endpoint> {
  const row = await prisma().webhookEndpoint.findFirst({ where: { id, apiKeyId }, select: shown });
  if (!row) throw new AppError("not_found");
  return show(row);
}

/** Deletes it with its log. */
export async function deleteEndpoint(
  id: string,
  apiKeyId: number,
  db: Prisma.TransactionClient = prisma(),
): Promise<void> {
  const { count } = await db.webhookEndpoint.deleteMany({ where: { id, apiKeyId } });
  if (count === 0) throw new AppError("not_found");
}

/** Gives it a new secret; for a day what is sent is signed with the one before too. */
export async function rotateSecret(tx: Prisma.TransactionClient, id: string, apiKeyId: number, now: Date) {
  const secret = createWebhookSecret();
  const previousUntil = new Date(now.getTime() + OVERLAP_MS);
  const count = await tx.$executeRaw`
    update webhook_endpoints set previous_secret = secret, previous_until = ${previousUntil}, secret = ${encryptSecret(id, secret)}
    where id = ${id}::uuid and api_key_id = ${apiKeyId}`;
  if (count === 0) throw new AppError("not_found");
  return { id, secret: formatSecret(secret), previous_secret_until: previousUntil.toISOString() };
}

/** Sends a ping, also to an endpoint that is off, which one that gets through switches on again. */
export async function enqueuePing(
  tx: Prisma.TransactionClient,
  id: string,
  apiKeyId: number,
): Promise<{ webhook_id: string }> {
  await readEndpoint(id, apiKeyId);
  const delivery = await tx.webhookDelivery.create({ data: { endpointId: id }, select: { id: true } });
  return { webhook_id: delivery.id };
}

type Attempts = { data: z.output<typeof attemptSchema>[]; next: string | null };

/** What was tried in the last thirty days, the newest first. */
export async function listAttempts(
  id: string,
  apiKeyId: number,
  { after, limit }: z.output<typeof attemptQuerySchema>,
): Promise<Attempts> {
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
