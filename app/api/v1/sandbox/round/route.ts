import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { drawInSandbox } from "@/lib/sandbox/round/verbs";

export const POST = handle(contract.drawInSandbox, async ({ body }) => ({ data: await drawInSandbox(body) }));
