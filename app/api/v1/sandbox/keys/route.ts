import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { createTestKey } from "@/lib/api/test-keys";
import { parseInput } from "@/lib/enrollment/parse";
import { newTestKeySchema } from "@/lib/sandbox/schema";

export const POST = handle(contract.makeTestKey, async ({ key, body }) => ({
  data: await createTestKey(key, parseInput(newTestKeySchema, body).ttl, new Date()),
}));
