import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { listEndpoints, makeEndpoint } from "@/lib/webhooks/endpoints";

export const GET = handle(contract.listWebhookEndpoints, async ({ key }) => ({
  data: await listEndpoints(key.id),
  next: null,
}));

export const POST = handle(contract.makeWebhookEndpoint, async ({ key, body }) => ({
  data: await makeEndpoint(body, key.id),
}));
