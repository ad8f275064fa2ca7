import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { withIdempotency } from "@/lib/api/idempotent";
import { enqueuePing } from "@/lib/webhooks/verbs";

export const POST = handle(
  contract.pingWebhookEndpoint,
  withIdempotency(async ({ key, params: { id } }, tx) => ({ data: await enqueuePing(tx, id, key.id) })),
);
