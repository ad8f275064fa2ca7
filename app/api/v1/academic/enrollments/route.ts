import { contract } from "@/app/api/v1/contract";
import { getKeyScope } from "@/app/api/v1/key-scope";
import { handle } from "@/lib/api/handle";
import { listEnrollments } from "@/lib/enrollment/queries";

export const GET = handle(contract.listEnrollments, ({ key, query }) =>
  listEnrollments(query, getKeyScope(key)),
);
