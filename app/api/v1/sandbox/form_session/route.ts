import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { newFormSession } from "@/lib/sandbox/browsers";

export const POST = handle(contract.openSandboxForm, async () => ({
  data: await newFormSession(new Date()),
}));
