import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { ping } from "@/lib/webhooks/endpoints";

export const POST = handle(contract.pingWebhookEndpoint, async ({ key, params: { id } }) => ({
  data: await ping(id, key.id),
}));
