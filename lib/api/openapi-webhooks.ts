import type { z } from "zod";
import type { Endpoint } from "./endpoint";
import { createExample } from "./openapi-examples";
import { refParameter } from "./openapi-parameters";
import { type DocumentBuild, toJsonSchema } from "./openapi-schemas";

/** What is sent to others' servers, by type (integrators 4). */
export function createWebhooks(contract: Record<string, Endpoint>, building: DocumentBuild) {
  const all = Object.values(contract).flatMap(({ webhooks = {} }) => Object.entries(webhooks));
  return Object.fromEntries(all.map(([type, body]) => [type, { post: webhook(type, body, building) }]));
}

function webhook(type: string, body: z.ZodObject, building: DocumentBuild) {
  const schema = toJsonSchema(body, "output", building);
  return {
    operationId: `on ${type}`.replaceAll(/\W(\w)/g, (_, letter) => letter.toUpperCase()),
    summary: `\`${type}\`, as it is sent to your endpoint.`,
    description: "Signed as the Standard Webhooks have it. Sent again until it is answered with 2xx.",
    tags: ["Webhooks"],
    security: [],
    parameters: [refParameter("WebhookId"), refParameter("WebhookTimestamp"), refParameter("WebhookSignature")],
    requestBody: {
      required: true,
      content: { "application/json": { schema, example: createExample(schema, building) } },
    },
    responses: {
      "2XX": { description: "Taken. Answer within 15 seconds and work afterwards." },
      410: { description: "Gone for good: the endpoint is switched off." },
    },
  };
}
