import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "./api";
import { aSchool } from "./school";

let api: Api;
beforeAll(async () => {
  await aSchool();
  api = await startApi();
});
afterAll(() => api.stop());

const run = promisify(execFile);

test("the TypeScript client's example runs", async () => {
  const { stdout } = await run(process.execPath, ["--import", "tsx", "clients/typescript/example.ts"], {
    env: { ...process.env, BASE_URL: api.base, API_KEY: api.key },
  });
  expect(stdout).toMatch(/^\d{4}\/\d{4}: \d+ subjects\nEnrollment created successfully\. [34679A-Z]{8}\n$/);
});
