import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { deleteEndpoint, readEndpoint } from "@/lib/webhooks/verbs";

export const GET = handle(contract.getWebhookEndpoint, async ({ key, params: { id } }) => ({
  data: await readEndpoint(id, key.id),
}));

export const DELETE = handle(contract.deleteWebhookEndpoint, async ({ key, params: { id } }) => {
  await deleteEndpoint(id, key.id);
  return { data: { id } };
});
