import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { withIdempotency } from "@/lib/api/idempotent";
import { createEndpoint, listEndpoints } from "@/lib/webhooks/verbs";

export const GET = handle(contract.listWebhookEndpoints, async ({ key }) => ({
  data: await listEndpoints(key.id),
  next: null,
}));

export const POST = handle(
  contract.makeWebhookEndpoint,
  withIdempotency(async ({ key, body }, tx) => ({ data: await createEndpoint(tx, body, key.id) })),
);
