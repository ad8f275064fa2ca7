import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { withIdempotency } from "@/lib/api/idempotent";
import { replayEvents } from "@/lib/webhooks/verbs";

export const POST = handle(
  contract.replayWebhooks,
  withIdempotency(async ({ key, params: { id }, query }, tx) => ({
    data: await replayEvents(tx, id, key.id, query),
  })),
);
