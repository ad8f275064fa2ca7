import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { createTestKey } from "@/lib/api/keys";
import { parseInput } from "@/lib/platform/schema";
import { newTestKeySchema } from "@/lib/sandbox/schema";

export const POST = handle(contract.makeTestKey, async ({ key, body }) => ({
  data: await createTestKey(key, parseInput(newTestKeySchema, body).ttl ?? 3_600, new Date()),
}));
