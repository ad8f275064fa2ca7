import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { numberEvents } from "@/lib/events/worker";
import { attemptDelivery, enqueueDeliveries } from "@/lib/webhooks/delivery";
import { env } from "@/lib/platform/env";
import { prisma } from "@/lib/platform/database/prisma";
import { type Api, aKey, startApi } from "./api";
import { anAdult } from "./factories";
import { aSchool } from "./school";

/** Who listens: an API of its own and, anew for each test, a key. */
export const integrator = { key: "" } as { api: Api; key: string };
/** What ends with the file's tests. */
export const closing: (() => void)[] = [];

/** For a file of tests of webhooks, which may go to this machine unless a test says otherwise. */
export function integrateASchool() {
  beforeAll(async () => {
    await aSchool();
    integrator.api = await startApi();
  });
  afterAll(async () => {
    for (const close of closing) close();
    await integrator.api.stop();
  });
  beforeEach(async () => {
    env.WEBHOOK_ALLOW_PRIVATE = true;
    env.WEBHOOK_PORTS = ["443"];
    integrator.key = await aKey();
  });
}

export type Heard = { path: string; headers: Record<string, string>; body: string };

/** A server that keeps what it hears and answers as it is told. */
export async function receiver(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (text) => (body += text));
    request.on("end", () => {
      heard.push({ path: request.url ?? "", headers: request.headers as Record<string, string>, body });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, heard };
}

export const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(code, headers).end("thanks");
  };

export const send = (method: string, path: string, body?: unknown) =>
  integrator.api.send(method, path, {
    headers: {
      Authorization: `Bearer ${integrator.key}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    body,
  });

export type Made = { id: string; secret: string };

export const make = async (url: string, events = ["enrollment.created"]) =>
  (await send("POST", "webhook_endpoints", { url, events })).data as Made;

/** Something happens, is numbered and handed on; the reference that it is about. */
export async function happens(): Promise<string> {
  const reference = String(
    (await send("POST", "academic/adult_enrollment", anAdult())).headers["enrollment-reference"],
  );
  await numberEvents(enqueueDeliveries);
  return reference;
}

export const deliveriesOf = ({ id }: Made) =>
  prisma().webhookDelivery.findMany({ where: { endpointId: id }, orderBy: { createdAt: "asc" } });

/** Attempts at what waits, as the worker makes them. */
export async function attempt(endpoint: Made, trying: Partial<Parameters<typeof attemptDelivery>[1]> = {}) {
  for (const { id, state } of await deliveriesOf(endpoint))
    if (state === "pending") await attemptDelivery(id, { now: new Date(), ...trying });
}

export const log = async ({ id }: Made) =>
  (await send("GET", `webhook_endpoints/${id}/attempts`)).data as {
    webhook_id: string;
    status: number | null;
    error: string | null;
    answer: string;
  }[];

export const hours = (count: number, from = Date.now()) => new Date(from + count * 3_600_000);
