import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { withIdempotency } from "@/lib/api/idempotent";
import { rotateSecret } from "@/lib/webhooks/verbs";

export const POST = handle(
  contract.rotateWebhookSecret,
  withIdempotency(async ({ key, params: { id } }, tx) => ({
    data: await rotateSecret(tx, id, key.id, new Date()),
  })),
);
