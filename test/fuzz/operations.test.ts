import { beforeAll, expect, test } from "vitest";
import { contract } from "@/app/api/v1/contract";
import { createOpenApiDocument } from "@/lib/api/openapi";
import { env } from "@/lib/platform/env";
import { expectMatchesOpenApi } from "../support/documents/openapi-validator";
import { aKey, startDemoApi } from "../support/servers/api";
import { fuzzApi, fuzzOperations } from "./api";
import { getFuzzOptions } from "./fuzz-report";
import { listInputs, type OpenApi } from "./operations";

const { api } = await startDemoApi();
let keys: { live: string; test: string };
beforeAll(async () => {
  env.RATE_LIMIT_READS_PER_MINUTE = 0;
  env.RATE_LIMIT_WRITES_PER_MINUTE = 0;
  keys = { live: api.key, test: await aKey({ mode: "test" }) };
});

const inputs = listInputs(createOpenApiDocument(contract) as unknown as OpenApi);

test("any value of an input gets a documented response, never a 5xx", async () => {
  const options = getFuzzOptions(3 * inputs.length);
  const { statuses, wrong } = await fuzzOperations(api.base, keys, options, (answer, { method, path }) => {
    try {
      expectMatchesOpenApi(method, path, answer);
    } catch (error) {
      return String(error);
    }
  });
  console.info(`FUZZ_SEED=${options.seed} FUZZ_RUNS=${options.runs}: ${JSON.stringify(statuses)}`);
  expect(wrong).toEqual([]);
  expect(statuses[201], "most requests are valid").toBeGreaterThan(10);
});

test("any method, path and header gets JSON in the envelope", async () => {
  const { wrong } = await fuzzApi(api.base, api.key, getFuzzOptions(200));
  expect(wrong).toEqual([]);
});
