import { expect, onTestFinished, test } from "vitest";
import { Sandbox } from "@/clients/playwright/sandbox";
import { startHttpServer } from "../support/servers/http-server";

let asked = 0;

/** A server that answers the first `times` requests with this code. */
async function busyFor(times: number, code = "unavailable"): Promise<Sandbox> {
  asked = 0;
  const server = await startHttpServer((_, response) => {
    const busy = ++asked <= times;
    response.writeHead(busy ? 503 : 200, { "Retry-After": "0.01" });
    response.end(JSON.stringify(busy ? { error: { code } } : { data: [] }));
  });
  onTestFinished(server.close);
  return new Sandbox(server.url, "mat_test_key");
}

test("integrators 15: the Playwright package retries a busy server up to six times, but not a request with unknown outcome", async () => {
  expect(await (await busyFor(5)).seed()).toEqual([]);
  expect(asked).toBe(6);
  await expect((await busyFor(6)).seed()).rejects.toThrow("503 unavailable");
  expect(asked).toBe(6);
  await expect((await busyFor(1, "outcome_unknown")).seed()).rejects.toThrow("503 outcome_unknown");
  expect(asked).toBe(1);
});
