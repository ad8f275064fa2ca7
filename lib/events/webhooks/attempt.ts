import type { Prisma } from "@/generated/prisma/client";
import { type EventCounter, encryptEventId, readEventCounter } from "@/lib/events/ids";
import { type EventRow as EventRow, toEvent } from "@/lib/events/list-events";
import { logger } from "@/lib/platform/logger";
import { prisma } from "@/lib/platform/prisma";
import { inTrace, queuedTrace, traceHeaders } from "@/lib/platform/trace";
import { type PostResult, postWebhook } from "./post";
import { getNextAttempt } from "./schedule";
import { decryptSecret } from "./secret";
import { type SignedContent, createSignedHeaders } from "./sign";
import { notifyContact } from "./tell-contact";

const TIME_OUT_MS = 15_000;
const FAILING_MS = 5 * 24 * 3600 * 1000;

const wanted = {
  include: { endpoint: { include: { apiKey: { select: { revokedAt: true } } } } },
} satisfies Prisma.WebhookDeliveryDefaultArgs;
type Delivery = Prisma.WebhookDeliveryGetPayload<typeof wanted>;

type AttemptOptions = { now: Date } & Partial<Pick<Parameters<typeof postWebhook>[0], "timeOutMs" | "lookup">>;

/** One attempt at a delivery that is still to be made; what comes of it is stored, with when the next one is. */
export async function attemptDelivery(id: string, { now, timeOutMs, lookup }: AttemptOptions): Promise<void> {
  const delivery = await prisma().webhookDelivery.findUnique({ where: { id }, ...wanted });
  if (delivery?.state !== "pending") return;
  const isPing = delivery.eventNumber === null;
  const { endpoint } = delivery;
  const wants = endpoint.apiKey.revokedAt === null && (isPing || !endpoint.offAt);
  const counter = await readEventCounter();
  const content = wants ? await createBody(delivery, counter, now) : undefined;
  if (!content) {
    const data = { state: "failed", claimedUntil: null };
    await prisma().webhookDelivery.updateMany({ where: { id }, data });
    return;
  }
  const { body, traceparent } = content;
  const signed = { id: getWebhookId(delivery, counter), seconds: Math.floor(now.getTime() / 1000), body };
  await inTrace(queuedTrace(traceparent), () => attempt(delivery, signed, { now, timeOutMs, lookup }));
}

async function attempt(delivery: Delivery, signed: SignedContent, { now, timeOutMs = TIME_OUT_MS, lookup }: AttemptOptions) {
  const { id, endpoint } = delivery;
  const started = performance.now();
  const secrets = listSecrets(delivery, now);
  const headers = { ...createSignedHeaders(signed, secrets), ...traceHeaders() };
  const request = { url: endpoint.url, headers, body: signed.body, timeOutMs, lookup };
  const outcome = secrets.length > 0 ? await postWebhook(request) : UNSIGNED;
  const milliseconds = Math.round(performance.now() - started);
  const { status, error } = outcome;
  logger.info({ deliveryId: id, endpointId: endpoint.id, status, error, ms: milliseconds }, "webhook");
  await saveAttempt(delivery, outcome, { now, milliseconds });
}

/** An event's own id in every attempt and every replay; a ping's is its own. */
export const getWebhookId = ({ id, eventNumber }: Pick<Delivery, "id" | "eventNumber">, counter: EventCounter) =>
  eventNumber === null ? id : encryptEventId(eventNumber, counter);

/** Undefined when the event is gone. */
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
  return valid.map((stored) => decryptSecret(id, stored)).filter((opened) => opened !== undefined);
}

/** No key here opens the secret: nothing is sent that nobody could verify, until one does or it is rotated. */
const UNSIGNED: PostResult = { status: null, error: "secret_lost", answer: "", retryAfter: undefined };

type Tried = { now: Date; milliseconds: number };

async function saveAttempt(delivery: Delivery, outcome: PostResult, { now, milliseconds }: Tried): Promise<void> {
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
      where: { id: delivery.id, nextAt: delivery.nextAt }, // else it was replayed meanwhile, and is due again
      data: {
        attempts: { increment: 1 },
        state: next ? "pending" : isDelivered ? "delivered" : "failed",
        ...(next && { nextAt: next }),
      },
    });
    await tx.webhookDelivery.updateMany({ where: { id: delivery.id }, data: { claimedUntil: null } });
    if (isDelivered || !isPing) await updateEndpointHealth(tx, delivery, { isDelivered, gone: status === 410, now });
  });
}

type Health = { isDelivered: boolean; gone: boolean; now: Date };

/** What gets through switches on; 410 switches off, and so do five days of failures, which the school hears of. */
async function updateEndpointHealth(
  tx: Prisma.TransactionClient,
  { endpointId: id }: Delivery,
  { isDelivered, gone, now }: Health,
) {
  if (isDelivered) {
    const data = { failingSince: null, offAt: null, offReason: null };
    await tx.webhookEndpoint.updateMany({ where: { id }, data });
    return;
  }
  await tx.webhookEndpoint.updateMany({ where: { id, failingSince: null }, data: { failingSince: now } });
  const tooLong = { failingSince: { lte: new Date(now.getTime() - FAILING_MS) } };
  const { count } = await tx.webhookEndpoint.updateMany({
    where: { id, offAt: null, ...(gone ? {} : tooLong) },
    data: { offAt: now, offReason: gone ? "gone" : "failing" },
  });
  if (count > 0 && !gone) await notifyContact(tx, id);
}
