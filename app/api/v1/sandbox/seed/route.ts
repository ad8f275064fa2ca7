import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { seedSandbox } from "@/lib/sandbox/seed/verbs";

export const POST = handle(contract.seedSandbox, async ({ body }) => ({ data: await seedSandbox(body) }));
