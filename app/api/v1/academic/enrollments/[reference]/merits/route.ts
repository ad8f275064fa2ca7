import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { claimByKey } from "@/lib/family/by-key/verbs";

export const PUT = handle(contract.claimMerits, async ({ key, params: { reference }, body }) => ({
  data: { merits: await claimByKey(reference, body, key.id) },
}));
