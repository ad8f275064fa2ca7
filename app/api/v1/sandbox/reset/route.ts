import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { resetSandbox } from "@/lib/sandbox/writes";

export const POST = handle(contract.resetSandbox, async () => ({ data: await resetSandbox() }));
