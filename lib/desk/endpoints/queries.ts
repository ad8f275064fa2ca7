import type { Prisma } from "@/generated/prisma/client";
import { readEventCounter } from "@/lib/events/queries";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { isUuid } from "@/lib/platform/schema";
import { getWebhookId } from "@/lib/webhooks/delivery";

/** Identifies the endpoint's secret on a page. */
export const getSecretVersion = ({ previousUntil }: { previousUntil: Date | null }) =>
  previousUntil?.toISOString() ?? "";

const shown = {
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

type Row = Prisma.WebhookEndpointGetPayload<{ select: typeof shown }>;

const toEndpointRow = ({ apiKey, _count, offReason, previousUntil, ...row }: Row) => ({
  ...row,
  /** Version of the secret, checked when the form is submitted. */
  secret: getSecretVersion({ previousUntil }),
  offReason: offReason as "gone" | "failing" | null,
  /** Deliveries of thirty days that failed for good. */
  failed: _count.deliveries,
});

/** The endpoints of a key, oldest first (desk 46). */
export async function listKeyEndpoints(actor: Actor, keyId: number, now: Date) {
  requirePermission(actor, "manage_keys", now);
  const rows = await prisma().webhookEndpoint.findMany({
    where: { apiKeyId: keyId },
    select: shown,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(toEndpointRow);
}

export type EndpointDetails = NonNullable<Awaited<ReturnType<typeof readEndpointDetails>>>;

const STATES = ["pending", "delivered", "failed"] as const;

const PAGE = 50;

/** An endpoint with its deliveries of thirty days, newest first, after a cursor; undefined for an unknown one. */
export async function readEndpointDetails(
  actor: Actor,
  id: string,
  { failed, after }: { failed: boolean; after?: string | undefined },
  now: Date,
) {
  requirePermission(actor, "manage_keys", now);
  const row = isUuid(id) && (await prisma().webhookEndpoint.findUnique({ where: { id }, select: shown }));
  if (!row) return;
  const rows = await prisma().webhookDelivery.findMany({
    where: { endpointId: id, ...(failed && { state: "failed" }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...(after && isUuid(after) && { cursor: { id: after }, skip: 1 }),
    take: PAGE + 1,
    include: { log: { orderBy: { id: "desc" }, take: 10 } },
  });
  const page = rows.slice(0, PAGE);
  return {
    endpoint: toEndpointRow(row),
    key: row.apiKey,
    deliveries: await withEvents(page),
    next: rows.length > PAGE ? page.at(-1)?.id : undefined,
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
      state: STATES.find((one) => one === state) ?? "failed",
      createdAt: row.createdAt,
      nextAt: row.nextAt,
      /** Newest first. */
      attempts: log,
    };
  });
}
