import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { createFormSession } from "@/lib/sandbox/browsers";

export const POST = handle(contract.openSandboxForm, async () => ({
  data: await createFormSession(new Date()),
}));
