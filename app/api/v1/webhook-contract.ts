import { z } from "zod";
import type { Endpoint } from "@/lib/api/endpoint";
import { webhookBodies } from "@/lib/events/schema";
import {
  attemptQuerySchema,
  attemptSchema,
  createdEndpointSchema,
  endpointIdSchema,
  endpointSchema,
  newEndpointSchema,
  pingResultSchema,
  replayQuerySchema,
  replayResultSchema,
  rotatedSecretSchema,
} from "@/lib/webhooks/schema";

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
