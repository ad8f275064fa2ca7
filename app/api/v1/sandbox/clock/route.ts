import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { setClock } from "@/lib/sandbox/verbs";

export const PUT = handle(contract.setSandboxClock, async ({ body }) => ({ data: await setClock(body) }));
