import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { replay } from "@/lib/webhooks/replay";

export const POST = handle(contract.replayWebhooks, async ({ key, params: { id }, query }) => ({
  data: await replay(id, key.id, query),
}));
