import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { rotateSecret } from "@/lib/webhooks/endpoints";

export const POST = handle(contract.rotateWebhookSecret, async ({ key, params: { id } }) => ({
  data: await rotateSecret(id, key.id, new Date()),
}));
