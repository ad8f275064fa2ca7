import { contract } from "@/app/api/v1/contract";
import { listRounds } from "@/lib/admission/queries";
import { handle } from "@/lib/api/handle";

export const GET = handle(contract.listRounds, async ({ query }) => ({
  data: await listRounds(query.school_year_id),
}));
