import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { readOutbox } from "@/lib/sandbox/queries";

export const GET = handle(contract.readSandboxOutbox, async ({ query }) => ({
  data: await readOutbox(query),
}));
