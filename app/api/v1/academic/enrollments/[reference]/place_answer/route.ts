import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { withIdempotency } from "@/lib/api/idempotent";
import { answerPlaceByKey } from "@/lib/family/by-key/verbs";

export const POST = handle(
  contract.answerPlace,
  withIdempotency(async ({ key, params: { reference }, body }, tx) => {
    const state = await answerPlaceByKey(tx, { reference, submitted: body }, key.id, new Date());
    return { data: { reference, state } };
  }),
);
