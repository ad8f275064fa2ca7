import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { makeTestKey } from "@/lib/api/test-keys";
import { parse } from "@/lib/enrollment/parse";
import { newTestKey } from "@/lib/sandbox/schema";

export const POST = handle(contract.makeTestKey, async ({ key, body }) => ({
  data: await makeTestKey(key, parse(newTestKey, body).ttl, new Date()),
}));
