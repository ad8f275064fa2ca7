import { createHmac, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { startHttpServer } from "@/test/support/servers/http-server";

/** A message of Resend's `POST /emails`. */
type SentEmail = {
  from: string;
  to: string[];
  reply_to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  tags: { name: string; value: string }[];
};

/**
 * Response of the stand-in: `accept` like Resend; a number is an error status; resets close the connection
 * before or after accepting; `hang` accepts without a response; `slow` responds late.
 */
export type ResendBehaviour = "accept" | number | "reset-before" | "reset-after" | "hang" | "slow";

type AcceptedEmail = { id: string; key: string; email: SentEmail };

/** Stand-in for Resend's HTTP API: idempotency keys, errors and failures. */
export type ResendStandIn = {
  url: string;
  /** Requests in order of arrival. */
  requests: { key: string; email: SentEmail; at: number; traceparent: string | undefined }[];
  /** Accepted messages, one per idempotency key. */
  accepted: AcceptedEmail[];
  /** Responses of the next requests; then `accept`. */
  next: (...behaviours: ResendBehaviour[]) => void;
  /** The response where `next` has none. */
  always: (decide: (email: SentEmail) => ResendBehaviour) => void;
  /** For `GET /domains`. */
  domains: { name: string; status: string }[];
  /** Makes `GET /domains` fail or hang. */
  refusesKey: (...refusal: Refusal) => void;
  stop: () => Promise<void>;
};

type Refusal = [status: number, name: string] | ["hang"];

const ERRORS: Record<number, string> = {
  401: "invalid_api_key",
  403: "validation_error",
  409: "concurrent_idempotent_requests",
  422: "validation_error",
  429: "rate_limit_exceeded",
  500: "internal_server_error",
};

export async function startResendStandIn({ slowMs = 500 } = {}): Promise<ResendStandIn> {
  const requests: ResendStandIn["requests"] = [];
  const accepted: AcceptedEmail[] = [];
  const queue: ResendBehaviour[] = [];
  const domains: ResendStandIn["domains"] = [];
  let keyRefusal: Refusal | undefined;
  let decide: (email: SentEmail) => ResendBehaviour = () => "accept";

  const acceptEmail = (key: string, email: SentEmail) => {
    const existing = accepted.find((entry) => entry.key === key);
    if (existing) return existing;
    const created = { id: randomUUID(), key, email };
    accepted.push(created);
    return created;
  };

  function listDomains(outgoing: ServerResponse) {
    if (keyRefusal?.[0] === "hang") return;
    if (keyRefusal) return sendError(outgoing, ...keyRefusal);
    const list = { object: "list", has_more: false, data: domains };
    outgoing.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(list));
  }

  async function handleRequest(incoming: IncomingMessage, outgoing: ServerResponse) {
    if (incoming.method === "GET") return listDomains(outgoing);
    const body: Buffer[] = [];
    for await (const chunk of incoming) body.push(chunk as Buffer);
    const email: SentEmail = JSON.parse(Buffer.concat(body).toString());
    const key = String(incoming.headers["idempotency-key"]);
    const { traceparent } = incoming.headers as { traceparent?: string };
    requests.push({ key, email, at: Date.now(), traceparent });

    const behaviour = queue.shift() ?? decide(email);
    if (behaviour === "reset-before") return incoming.socket.destroy();
    const existing = accepted.find((entry) => entry.key === key);
    // An accepted key cannot be rejected for its content later.
    const isRejected = typeof behaviour === "number" && !(existing && behaviour === 422);
    if (isRejected) return sendError(outgoing, behaviour, ERRORS[behaviour]);
    if (existing && JSON.stringify(existing.email) !== JSON.stringify(email)) {
      return sendError(outgoing, 409, "invalid_idempotent_request");
    }
    const { id } = acceptEmail(key, email);
    if (behaviour === "reset-after") return incoming.socket.destroy();
    if (behaviour === "hang") return;
    if (behaviour === "slow") await new Promise((resolve) => setTimeout(resolve, slowMs));
    outgoing.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ id }));
  }

  const server = await startHttpServer((incoming, outgoing) => void handleRequest(incoming, outgoing));
  return {
    url: server.url,
    requests,
    accepted,
    next: (...behaviours) => void queue.push(...behaviours),
    always: (choose) => {
      decide = choose;
    },
    domains,
    refusesKey: (...refusal) => {
      keyRefusal = refusal;
    },
    stop: async () => server.close(),
  };
}

function sendError(outgoing: ServerResponse, status: number, name = "application_error") {
  const headers = { "Content-Type": "application/json", ...(status === 429 && { "Retry-After": "1" }) };
  // Resend's errors may contain the address, which must not reach logs or tables.
  const message = `The address somebody@example.org was refused: ${name}`;
  outgoing.writeHead(status, headers).end(JSON.stringify({ statusCode: status, name, message }));
}

/** A signed delivery event (Standard Webhooks); `at` in milliseconds. */
export function createSignedEvent(
  secret: string,
  event: object,
  { id = `msg_${randomUUID()}`, at = Date.now() } = {},
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64");
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "svix-id": id,
      "svix-timestamp": timestamp,
      "svix-signature": `v1,${signature}`,
    },
  };
}
