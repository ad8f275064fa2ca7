import { expect, onTestFinished, test } from "vitest";
import { Sandbox } from "@/clients/playwright/sandbox";
import { startHttpServer } from "../support/servers/http-server";

let requestCount = 0;

/** A server that answers the first `times` requests with this code. */
async function createBusySandbox(times: number, code = "unavailable"): Promise<Sandbox> {
  requestCount = 0;
  const server = await startHttpServer((_, response) => {
    const busy = ++requestCount <= times;
    response.writeHead(busy ? 503 : 200, { "Retry-After": "0.01" });
    response.end(JSON.stringify(busy ? { error: { code } } : { data: [] }));
  });
  onTestFinished(server.close);
  return new Sandbox(server.url, "mat_test_key");
}

test("integrators 15: the Playwright package retries a busy server up to six times, but not a request with unknown outcome", async () => {
  expect(await (await createBusySandbox(5)).seed()).toEqual([]);
  expect(requestCount).toBe(6);
  await expect((await createBusySandbox(6)).seed()).rejects.toThrow("503 unavailable");
  expect(requestCount).toBe(6);
  await expect((await createBusySandbox(1, "outcome_unknown")).seed()).rejects.toThrow("503 outcome_unknown");
  expect(requestCount).toBe(1);
});
