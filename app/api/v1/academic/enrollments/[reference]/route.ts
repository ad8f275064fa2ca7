import { contract } from "@/app/api/v1/contract";
import { sightOf } from "@/app/api/v1/sight";
import { handle } from "@/lib/api/handle";
import { readEnrollment } from "@/lib/enrollment/read-enrollment";

export const GET = handle(contract.getEnrollment, async ({ key, params }) => ({
  data: await readEnrollment(params.reference, sightOf(key)),
}));
