import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { withdrawByKey } from "@/lib/decisions/family";

export const POST = handle(contract.withdraw, async ({ key, params: { reference } }) => {
  await withdrawByKey(reference, key.id, new Date());
  return { data: { reference, state: "withdrawn" } };
});
