import { contract } from "@/app/api/v1/contract";
import { getKeyScope } from "@/app/api/v1/key-scope";
import { handle } from "@/lib/api/handle";
import { readEnrollment } from "@/lib/enrollment/queries";

export const GET = handle(contract.getEnrollment, async ({ key, params }) => ({
  data: await readEnrollment(params.reference, getKeyScope(key)),
}));
