import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { withIdempotency } from "@/lib/api/idempotent";
import { withdrawByKey } from "@/lib/decisions/family/verbs";

export const POST = handle(
  contract.withdraw,
  withIdempotency(async ({ key, params: { reference } }, tx) => {
    await withdrawByKey(tx, reference, key.id, new Date());
    return { data: { reference, state: "withdrawn" } };
  }),
);
