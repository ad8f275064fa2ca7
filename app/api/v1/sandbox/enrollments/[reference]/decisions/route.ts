import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { decideInSandbox } from "@/lib/sandbox/verbs";

export const POST = handle(contract.decideInSandbox, async ({ params, body }) => ({
  data: await decideInSandbox(params.reference, body),
}));
