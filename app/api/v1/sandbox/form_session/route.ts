import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { createFormSession } from "@/lib/sandbox/writes";

export const POST = handle(contract.openSandboxForm, async () => ({
  data: await createFormSession(new Date()),
}));
