import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { once } from "@/lib/api/once";
import { ping } from "@/lib/events/webhooks/endpoints";

export const POST = handle(
  contract.pingWebhookEndpoint,
  once(async ({ key, params: { id } }, tx) => ({ data: await ping(tx, id, key.id) })),
);
