import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { listAttempts } from "@/lib/webhooks/verbs";

export const GET = handle(contract.listWebhookAttempts, ({ key, params: { id }, query }) =>
  listAttempts(id, key.id, query),
);
