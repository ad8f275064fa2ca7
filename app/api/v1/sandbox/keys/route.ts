import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { createTestKey } from "@/lib/api/keys";
import { parseInput } from "@/lib/enrollment/error-codes";
import { newTestKeySchema } from "@/lib/sandbox/schema";

export const POST = handle(contract.makeTestKey, async ({ key, body }) => ({
  data: await createTestKey(key, parseInput(newTestKeySchema, body).ttl, new Date()),
}));
