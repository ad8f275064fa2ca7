import { z } from "zod";
import type { Endpoint } from "@/lib/api/endpoint";
import { webhookBodies } from "@/lib/events/schema";
import {
  attemptQuerySchema,
  attemptSchema,
  endpointSchema,
  newEndpointSchema,
  replayQuerySchema,
} from "@/lib/webhooks/schema";

const { id, created_at: time } = endpointSchema.shape;

const secret = z.string().meta({
  description:
    "The secret that signs the webhooks, as in the Standard Webhooks specification; it cannot be read again.",
  examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw2rQ3xq4Xk5U="],
});

const createdEndpointSchema = endpointSchema.extend({ secret }).meta({ id: "MadeWebhookEndpoint" });
const endpointIdSchema = z.object({ id });
const rotatedSecretSchema = z.object({
  id,
  secret,
  previous_secret_until: time.describe("Until when the previous secret also signs (UTC)."),
});
const pingResultSchema = z.object({
  webhook_id: z.string().meta({
    description: "The `webhook-id` of the ping, to find it among the attempts.",
    examples: ["5a1c7a52-7f0a-4a3e-9f2f-6f3b1d6f2f77"],
  }),
});
const replayResultSchema = z.object({
  replayed: z.int().meta({ description: "Number of events that are sent again.", examples: [3] }),
});

const webhookEndpoint = {
  scope: "enrollment:read",
  tag: "Webhooks",
  params: endpointIdSchema,
  status: 200,
  description: "Success.",
} as const;

/** Endpoints of webhooks; each key has its own. */
export const webhookContract = {
  makeWebhookEndpoint: {
    method: "POST",
    path: "/api/v1/webhook_endpoints",
    scope: "enrollment:read",
    tag: "Webhooks",
    idempotent: true,
    summary: "Creates an endpoint, which receives events from now on.",
    body: newEndpointSchema,
    status: 201,
    description: "The endpoint is created. Its secret cannot be read again.",
    data: createdEndpointSchema,
    errors: ["limit_reached"],
    webhooks: webhookBodies,
  },
  listWebhookEndpoints: {
    method: "GET",
    path: "/api/v1/webhook_endpoints",
    scope: "enrollment:read",
    tag: "Webhooks",
    summary: "All webhook endpoints of this key, on one page.",
    status: 200,
    description: "Success.",
    data: z.array(endpointSchema),
    pagination: "until_its_end",
  },
  getWebhookEndpoint: {
    ...webhookEndpoint,
    method: "GET",
    path: "/api/v1/webhook_endpoints/{id}",
    summary: "A webhook endpoint of this key.",
    data: endpointSchema,
  },
  deleteWebhookEndpoint: {
    ...webhookEndpoint,
    method: "DELETE",
    path: "/api/v1/webhook_endpoints/{id}",
    summary: "Deletes an endpoint and its attempts.",
    description: "The endpoint is deleted.",
    data: endpointIdSchema,
  },
  pingWebhookEndpoint: {
    ...webhookEndpoint,
    method: "POST",
    path: "/api/v1/webhook_endpoints/{id}/ping",
    idempotent: true,
    summary: "Sends a ping. A successful ping enables a disabled endpoint again. Takes no body.",
    description: "The ping is queued.",
    data: pingResultSchema,
  },
  rotateWebhookSecret: {
    ...webhookEndpoint,
    method: "POST",
    path: "/api/v1/webhook_endpoints/{id}/rotate",
    idempotent: true,
    summary: "Replaces the endpoint's secret. The previous one also signs for 24 hours. Takes no body.",
    description: "The secret is replaced. It cannot be read again.",
    data: rotatedSecretSchema,
  },
  replayWebhooks: {
    ...webhookEndpoint,
    method: "POST",
    path: "/api/v1/webhook_endpoints/{id}/replay",
    idempotent: true,
    summary: "Sends one event again, or all that failed. The parameters can also be members of a JSON body.",
    query: replayQuerySchema,
    description: "The events are queued.",
    data: replayResultSchema,
  },
  listWebhookAttempts: {
    ...webhookEndpoint,
    method: "GET",
    path: "/api/v1/webhook_endpoints/{id}/attempts",
    summary: "The delivery attempts of the last thirty days, newest first.",
    query: attemptQuerySchema,
    data: z.array(attemptSchema),
    pagination: "until_its_end",
  },
} as const satisfies Record<string, Endpoint>;
