import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { withIdempotency } from "@/lib/api/once";
import { rotateSecret } from "@/lib/events/webhooks/endpoints";

export const POST = handle(
  contract.rotateWebhookSecret,
  withIdempotency(async ({ key, params: { id } }, tx) => ({ data: await rotateSecret(tx, id, key.id, new Date()) })),
);
