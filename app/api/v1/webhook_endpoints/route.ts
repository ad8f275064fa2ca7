import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { once } from "@/lib/api/once";
import { listEndpoints, makeEndpoint } from "@/lib/events/webhooks/endpoints";

export const GET = handle(contract.listWebhookEndpoints, async ({ key }) => ({
  data: await listEndpoints(key.id),
  next: null,
}));

export const POST = handle(
  contract.makeWebhookEndpoint,
  once(async ({ key, body }, tx) => ({ data: await makeEndpoint(tx, body, key.id) })),
);
