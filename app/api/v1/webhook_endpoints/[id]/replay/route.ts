import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { once } from "@/lib/api/once";
import { replay } from "@/lib/events/webhooks/replay";

export const POST = handle(
  contract.replayWebhooks,
  once(async ({ key, params: { id }, query }, tx) => ({ data: await replay(tx, id, key.id, query) })),
);
