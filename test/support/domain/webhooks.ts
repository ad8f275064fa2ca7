import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { numberEvents } from "@/lib/events/worker";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { attemptDelivery } from "@/lib/webhooks/delivery";
import { enqueueDeliveries } from "@/lib/webhooks/worker";
import { seedDemoSchool } from "../data/demo-school";
import { anAdult } from "../data/factories";
import { type Api, aKey, startApi } from "../servers/api";
import { startHttpServer } from "../servers/http-server";

/** The API, and a new key for each test. */
export const client = { key: "" } as { api: Api; key: string };
/** Run after each file. */
export const cleanups: (() => void)[] = [];

/** Set-up of webhook tests; allows local endpoints by default. */
export function setUpWebhookApi() {
  beforeAll(async () => {
    await seedDemoSchool();
    client.api = await startApi();
  });
  afterAll(async () => {
    for (const close of cleanups) close();
    await client.api.stop();
  });
  beforeEach(async () => {
    env.WEBHOOK_ALLOW_PRIVATE = true;
    env.WEBHOOK_PORTS = ["443"];
    client.key = await aKey();
  });
}

export type ReceivedRequest = { path: string; headers: Record<string, string>; body: string };

/** A server that records requests and answers as configured. */
export async function startReceiver(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const received: ReceivedRequest[] = [];
  const server = await startHttpServer((request, response) => {
    let body = "";
    request.on("data", (text) => (body += text));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers as Record<string, string>, body });
      answer(response, request);
    });
  });
  cleanups.push(server.close);
  return { url: `${server.url}/hook`, received };
}

export const respondWith =
  (code: number, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(code, headers).end("thanks");
  };

export const sendApiRequest = (method: string, path: string, body?: unknown) =>
  client.api.send(method, path, {
    headers: {
      Authorization: `Bearer ${client.key}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    body,
  });

export type WebhookEndpoint = { id: string; secret: string };

export const createWebhookEndpoint = async (url: string, events = ["enrollment.created"]) =>
  (await sendApiRequest("POST", "webhook_endpoints", { url, events })).data as WebhookEndpoint;

/** Creates and numbers an event; returns its reference. */
export async function triggerEvent(): Promise<string> {
  const reference = String(
    (await sendApiRequest("POST", "academic/adult_enrollment", anAdult())).headers["enrollment-reference"],
  );
  await numberEvents(enqueueDeliveries);
  return reference;
}

export const listDeliveries = ({ id }: WebhookEndpoint) =>
  prisma().webhookDelivery.findMany({ where: { endpointId: id }, orderBy: { createdAt: "asc" } });

/** Attempts due deliveries, like the worker. */
export async function attemptDeliveries(
  endpoint: WebhookEndpoint,
  options: Partial<Parameters<typeof attemptDelivery>[1]> = {},
) {
  for (const { id, state } of await listDeliveries(endpoint))
    if (state === "pending") await attemptDelivery(id, { now: new Date(), ...options });
}

export const readAttempts = async ({ id }: WebhookEndpoint) =>
  (await sendApiRequest("GET", `webhook_endpoints/${id}/attempts`)).data as {
    webhook_id: string;
    status: number | null;
    error: string | null;
    answer: string;
  }[];

export const inHours = (count: number, from = Date.now()) => new Date(from + count * 3_600_000);
