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

const secret = z
  .string()
  .describe("Signs what is sent, as the Standard Webhooks have it. It is not shown again.")
  .meta({ examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw2rQ3xq4Xk5U="] });

const createdEndpointSchema = endpointSchema.extend({ secret }).meta({ id: "MadeWebhookEndpoint" });
const endpointIdSchema = z.object({ id });
const rotatedSecretSchema = z.object({
  id,
  secret,
  previous_secret_until: time.describe("Until when the secret before signs too, UTC."),
});
const pingResultSchema = z.object({
  webhook_id: z
    .string()
    .describe("The `webhook-id` that the ping carries; the attempts tell what became of it.")
    .meta({ examples: ["5a1c7a52-7f0a-4a3e-9f2f-6f3b1d6f2f77"] }),
});
const replayResultSchema = z.object({
  replayed: z
    .int()
    .describe("How many events are sent anew.")
    .meta({ examples: [3] }),
});

const one = {
  scope: "enrollment:read",
  tag: "Webhooks",
  params: endpointIdSchema,
  status: 200,
  answered: "What was asked for.",
} as const;

/** Endpoints of webhooks; each key has its own. */
export const webhookContract = {
  makeWebhookEndpoint: {
    method: "POST",
    path: "/api/v1/webhook_endpoints",
    scope: "enrollment:read",
    tag: "Webhooks",
    idempotent: true,
    summary: "Makes an endpoint, which gets what happens from now on.",
    body: newEndpointSchema,
    status: 201,
    answered: "Made; the secret is shown this once.",
    data: createdEndpointSchema,
    errors: ["limit_reached"],
    webhooks: webhookBodies,
  },
  listWebhookEndpoints: {
    method: "GET",
    path: "/api/v1/webhook_endpoints",
    scope: "enrollment:read",
    tag: "Webhooks",
    summary: "This key's endpoints, all on one page.",
    status: 200,
    answered: "What was asked for.",
    data: z.array(endpointSchema),
    pagination: "until_its_end",
  },
  getWebhookEndpoint: {
    ...one,
    method: "GET",
    path: "/api/v1/webhook_endpoints/{id}",
    summary: "One of this key's endpoints.",
    data: endpointSchema,
  },
  deleteWebhookEndpoint: {
    ...one,
    method: "DELETE",
    path: "/api/v1/webhook_endpoints/{id}",
    summary: "Deletes an endpoint with its log.",
    answered: "Deleted.",
    data: endpointIdSchema,
  },
  pingWebhookEndpoint: {
    ...one,
    method: "POST",
    path: "/api/v1/webhook_endpoints/{id}/ping",
    idempotent: true,
    summary: "Sends a ping; one that gets through switches the endpoint on again. Takes no body.",
    answered: "On its way.",
    data: pingResultSchema,
  },
  rotateWebhookSecret: {
    ...one,
    method: "POST",
    path: "/api/v1/webhook_endpoints/{id}/rotate",
    idempotent: true,
    summary: "Gives the endpoint a new secret; the one before signs too for 24 hours. Takes no body.",
    answered: "Rotated; the secret is shown this once.",
    data: rotatedSecretSchema,
  },
  replayWebhooks: {
    ...one,
    method: "POST",
    path: "/api/v1/webhook_endpoints/{id}/replay",
    idempotent: true,
    summary: "Sends events anew: one, or all that have not got through. Takes no body.",
    query: replayQuerySchema,
    answered: "On their way.",
    data: replayResultSchema,
  },
  listWebhookAttempts: {
    ...one,
    method: "GET",
    path: "/api/v1/webhook_endpoints/{id}/attempts",
    summary: "What was tried in the last thirty days, the newest first.",
    query: attemptQuerySchema,
    data: z.array(attemptSchema),
    pagination: "until_its_end",
  },
} as const satisfies Record<string, Endpoint>;
