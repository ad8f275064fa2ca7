import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import type { Prisma } from "@/generated/prisma/client";
import { encryptEventId, readEventCounter, toEvent } from "@/lib/events/queries";
import { enqueueNotice } from "@/lib/mail/notices";
import { decryptSecret } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { logger } from "@/lib/platform/logger";
import { inTrace, toTrace, traceHeaders } from "@/lib/platform/trace";
import {
  createSafeLookup,
  DestinationNotAllowedError,
  findDestinationProblem,
} from "@/lib/webhooks/destination";
import { createSignedHeaders, getSecretContext } from "@/lib/webhooks/secrets";

type EventCounter = Parameters<typeof toEvent>[1];

type EventRow = Parameters<typeof toEvent>[0];

type PostResult = {
  status: number | null;
  error: string | null;
  /** The first KiB of the response, without control characters. */
  answer: string;
  retryAfter: string | undefined;
};

const READ_BYTES = 16 * 1024;
const STORED_BYTES = 1024;

type Post = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** For connection, headers and body together. */
  timeOutMs: number;
  /** Resolves host names; the system's resolver by default. */
  lookup?: LookupFunction;
};
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay after each failed attempt; after the last one the delivery has failed. */
const RETRY_DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

const MAX_RETRY_AFTER = 24 * HOUR;

const TIME_OUT_MS = 15_000;
const FAILING_MS = 5 * 24 * 3600 * 1000;

const deliveryRelations = {
  include: { endpoint: { include: { apiKey: { select: { revokedAt: true } } } } },
} satisfies Prisma.WebhookDeliveryDefaultArgs;
type Delivery = Prisma.WebhookDeliveryGetPayload<typeof deliveryRelations>;

type AttemptOptions = { now: Date } & Partial<
  Pick<Parameters<typeof postWebhook>[0], "timeOutMs" | "lookup">
>;

/** Makes one attempt of a pending delivery and stores the result, with the time of the next attempt. */
export async function attemptDelivery(id: string, { now, timeOutMs, lookup }: AttemptOptions): Promise<void> {
  const delivery = await prisma().webhookDelivery.findUnique({ where: { id }, ...deliveryRelations });
  if (delivery?.state !== "pending") return;
  const isPing = delivery.eventNumber === null;
  const { endpoint } = delivery;
  const isWanted = endpoint.apiKey.revokedAt === null && (isPing || !endpoint.offAt);
  const counter = await readEventCounter();
  const content = isWanted ? await createBody(delivery, counter, now) : undefined;
  if (!content) {
    const data = { state: "failed", claimedUntil: null };
    await prisma().webhookDelivery.updateMany({ where: { id }, data });
    return;
  }
  const { body, traceparent } = content;
  const signed = { id: getWebhookId(delivery, counter), seconds: Math.floor(now.getTime() / 1000), body };
  await inTrace(toTrace(traceparent), () => attempt(delivery, signed, { now, timeOutMs, lookup }));
}

/** The event's id, the same in every attempt and replay; a ping has its own. */
export const getWebhookId = (
  { id, eventNumber }: Pick<Delivery, "id" | "eventNumber">,
  counter: EventCounter,
) => (eventNumber === null ? id : encryptEventId(eventNumber, counter));

/**
 * Posts to an untrusted server. Follows no redirects, and checks the IP address when connecting, which prevents DNS
 * rebinding. Never throws.
 */
async function postWebhook(request: Post): Promise<PostResult> {
  const signal = AbortSignal.timeout(request.timeOutMs);
  try {
    return await readResponse(await send(request, signal));
  } catch (error) {
    return {
      status: null,
      error: signal.aborted ? "time_out" : getErrorCode(error),
      answer: "",
      retryAfter: undefined,
    };
  }
}

function send({ url, headers, body, lookup }: Post, signal: AbortSignal): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = new URL(url);
    if (findDestinationProblem(address)) throw new DestinationNotAllowedError();
    const secure = address.protocol === "https:";
    const { request } = secure ? https : http;
    const length = { "Content-Length": String(Buffer.byteLength(body)) };
    const defaults = { "Content-Type": "application/json", "User-Agent": "Matricula", ...length };
    // No keep-alive: a connection's address was checked for another request.
    request(url, {
      method: "POST",
      headers: { ...defaults, ...headers },
      signal,
      lookup: createSafeLookup(lookup),
      agent: createAgent(secure),
    })
      .on("response", resolve)
      .on("error", reject)
      .on("close", () => reject(new Error("no answer"))) // such as status 101
      .end(body);
  });
}

function createAgent(secure: boolean): http.Agent {
  if (env.WEBHOOK_ALLOW_PRIVATE) return secure ? new https.Agent() : new http.Agent();
  return secure ? new RequestFilteringHttpsAgent() : new RequestFilteringHttpAgent();
}

async function readResponse(response: http.IncomingMessage): Promise<PostResult> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= READ_BYTES) break; // closes the connection
  }
  return {
    status: response.statusCode ?? null,
    error: null,
    answer: toStorable(Buffer.concat(chunks).subarray(0, STORED_BYTES)),
    retryAfter: response.headers["retry-after"],
  };
}

/** PostgreSQL cannot store NUL; other control characters are useless. */
const toStorable = (bytes: Buffer) => bytes.toString("utf8").replace(/[^\P{Cc}\n\t]/gu, "\ufffd");

function getErrorCode(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof DestinationNotAllowedError || /not allowed/.test(message))
    return "address_not_allowed";
  return code ?? "no_answer";
}

/**
 * The time of the next attempt, up to 10% later than scheduled to spread retries, and not before `Retry-After`.
 * Undefined after the last attempt.
 */
function getNextAttempt(
  attempts: number,
  { retryAfter }: { retryAfter?: string },
  now: Date,
): Date | undefined {
  const wait = RETRY_DELAYS[attempts - 1];
  if (wait === undefined) return;
  const retryAfterMs = Math.min(parseRetryAfter(retryAfter, now), MAX_RETRY_AFTER);
  return new Date(now.getTime() + Math.max(wait * (1 + Math.random() / 10), retryAfterMs));
}

/** Parses seconds or a date (RFC 9110, section 10.2.3) into milliseconds. */
function parseRetryAfter(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * SECOND;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : date - now.getTime();
}

/** Queues the message that an endpoint was switched off, in the same transaction. */
async function notifyContact(tx: Prisma.TransactionClient, endpointId: string): Promise<void> {
  const { url, apiKey } = await tx.webhookEndpoint.findUniqueOrThrow({
    where: { id: endpointId },
    select: { url: true, apiKey: { select: { name: true } } },
  });
  await enqueueNotice(tx, { kind: "webhook_off", host: new URL(url).host, key: apiKey.name });
}

async function attempt(
  delivery: Delivery,
  signed: Parameters<typeof createSignedHeaders>[0],
  { now, timeOutMs = TIME_OUT_MS, lookup }: AttemptOptions,
) {
  const { id, endpoint } = delivery;
  const startedAt = performance.now();
  const secrets = listSecrets(delivery, now);
  const headers = { ...createSignedHeaders(signed, secrets), ...traceHeaders() };
  const request = { url: endpoint.url, headers, body: signed.body, timeOutMs, lookup };
  const outcome = secrets.length > 0 ? await postWebhook(request) : SECRET_LOST;
  const milliseconds = Math.round(performance.now() - startedAt);
  const { status, error } = outcome;
  logger.info({ deliveryId: id, endpointId: endpoint.id, status, error, ms: milliseconds }, "webhook");
  await saveAttempt(delivery, outcome, { now, milliseconds });
}

async function createBody(
  { eventNumber }: Delivery,
  counter: EventCounter,
  now: Date,
): Promise<Content | undefined> {
  if (eventNumber === null)
    return { body: JSON.stringify({ type: "ping", timestamp: now.toISOString(), data: {} }) };
  const [row] = await prisma().$queryRaw<(EventRow & Pick<Content, "traceparent">)[]>`
    select number, type, created_at, data, traceparent from events where number = ${eventNumber}`;
  if (!row) return;
  const { type, timestamp, data } = toEvent(row, counter);
  return { body: JSON.stringify({ type, timestamp, data }), traceparent: row.traceparent };
}

type Content = { body: string; traceparent?: string | null };

function listSecrets({ endpoint }: Delivery, now: Date): Uint8Array[] {
  const { id, secret, previousSecret, previousUntil } = endpoint;
  const valid = previousSecret && previousUntil && previousUntil > now ? [secret, previousSecret] : [secret];
  return valid
    .map((stored) => decryptSecret(stored, getSecretContext(id)))
    .filter((opened) => opened !== undefined);
}

/** The encryption key of the secret is missing: nothing is sent without a signature. */
const SECRET_LOST: PostResult = { status: null, error: "secret_lost", answer: "", retryAfter: undefined };

type AttemptTime = { now: Date; milliseconds: number };

async function saveAttempt(
  delivery: Delivery,
  outcome: PostResult,
  { now, milliseconds }: AttemptTime,
): Promise<void> {
  const { status, error, answer } = outcome;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const isPing = delivery.eventNumber === null;
  const next =
    isDelivered || isPing || status === 410 ? undefined : getNextAttempt(delivery.attempts + 1, outcome, now);
  await prisma().$transaction(async (tx) => {
    await tx.webhookAttempt.create({
      data: { deliveryId: delivery.id, at: now, milliseconds, status, error, answer },
      select: { id: true },
    });
    await tx.webhookDelivery.updateMany({
      where: { id: delivery.id, nextAt: delivery.nextAt }, // otherwise it was replayed meanwhile, and is due again
      data: {
        attempts: { increment: 1 },
        state: next ? "pending" : isDelivered ? "delivered" : "failed",
        ...(next && { nextAt: next }),
      },
    });
    await tx.webhookDelivery.updateMany({ where: { id: delivery.id }, data: { claimedUntil: null } });
    if (isDelivered || !isPing)
      await updateEndpointHealth(tx, delivery, { isDelivered, isGone: status === 410, now });
  });
}

type Health = { isDelivered: boolean; isGone: boolean; now: Date };

/** A success switches the endpoint on; 410 or five days of failures switch it off, the latter with a message to the school. */
async function updateEndpointHealth(
  tx: Prisma.TransactionClient,
  { endpointId: id }: Delivery,
  { isDelivered, isGone, now }: Health,
) {
  if (isDelivered) {
    const data = { failingSince: null, offAt: null, offReason: null };
    await tx.webhookEndpoint.updateMany({ where: { id }, data });
    return;
  }
  await tx.webhookEndpoint.updateMany({ where: { id, failingSince: null }, data: { failingSince: now } });
  const tooLong = { failingSince: { lte: new Date(now.getTime() - FAILING_MS) } };
  const { count } = await tx.webhookEndpoint.updateMany({
    where: { id, offAt: null, ...(isGone ? {} : tooLong) },
    data: { offAt: now, offReason: isGone ? "gone" : "failing" },
  });
  if (count > 0 && !isGone) await notifyContact(tx, id);
}
