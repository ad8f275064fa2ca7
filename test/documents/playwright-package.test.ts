import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Sandbox } from "@/clients/playwright/sandbox";

let asked = 0;
const close: (() => void)[] = [];
afterEach(() => {
  for (const end of close.splice(0)) end();
});

/** A server that answers the first `times` requests with this code. */
async function busyFor(times: number, code = "unavailable"): Promise<Sandbox> {
  asked = 0;
  const server = createServer((_, response) => {
    const busy = ++asked <= times;
    response.writeHead(busy ? 503 : 200, { "Retry-After": "0.01" });
    response.end(JSON.stringify(busy ? { error: { code } } : { data: [] }));
  });
  close.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return new Sandbox(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "mat_test_key");
}

test("integrators 15: the Playwright package asks a busy server again, six times at most, and nothing that may be stored", async () => {
  expect(await (await busyFor(5)).seed()).toEqual([]);
  expect(asked).toBe(6);
  await expect((await busyFor(6)).seed()).rejects.toThrow("503 unavailable");
  expect(asked).toBe(6);
  await expect((await busyFor(1, "outcome_unknown")).seed()).rejects.toThrow("503 outcome_unknown");
  expect(asked).toBe(1);
});
