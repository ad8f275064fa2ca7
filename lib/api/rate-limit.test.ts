import { afterAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMIT_READS_PER_MINUTE = "3";
  process.env.RATE_LIMIT_WRITES_PER_MINUTE = "2";
  process.env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE = "4";
  process.env.TRUSTED_PROXIES = "127.0.0.1";
});

import { startApi } from "@/test/support/servers/api";
import { createApiKey, type Scope } from "./keys";

const api = await startApi();
afterAll(() => api.stop());

const newKey = (scopes: Scope[] = ["catalogue:read", "enrollment:write"]) =>
  createApiKey({ name: crypto.randomUUID(), scopes, expiresAt: null, mode: "live" });

const request = (path: string, key: string, options: RequestInit = {}) =>
  fetch(`${api.base}/api/v1/${path}`, {
    ...options,
    headers: { Authorization: `Bearer ${key}`, ...options.headers },
  });

test("limits: reads count down to 429 with Retry-After, for each key", async () => {
  const key = await newKey();
  for (const remaining of [2, 1, 0]) {
    const response = await request("general/terms", key);
    expect(response.status).toBe(200);
    expect(response.headers.get("ratelimit-policy")).toBe('"reads";q=3;w=60');
    expect(response.headers.get("ratelimit")).toMatch(new RegExp(`^"reads";r=${remaining};t=\\d+$`));
    expect(response.headers.get("retry-after")).toBeNull();
  }
  const refused = await request("general/terms", key);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit-policy")).toBe('"reads";q=3;w=60');
  expect(refused.headers.get("ratelimit")).toMatch(/^"reads";r=0;t=\d+$/);
  const seconds = Number(refused.headers.get("retry-after"));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await refused.json()).error.code).toBe("rate_limited");

  expect((await request("general/terms", await newKey())).status).toBe(200);
});

test("limits: writes have their own limit, and refused ones count too", async () => {
  const key = await newKey();
  const post = () =>
    request("academic/adult_enrollment", key, {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json" },
    });
  const first = await post();
  expect(first.status).toBe(422);
  expect(first.headers.get("ratelimit-policy")).toBe('"writes";q=2;w=60');
  expect((await post()).status).toBe(422);
  expect((await post()).status).toBe(429);
  expect((await request("general/terms", key)).status).toBe(200);
});

test("limits: PUT and DELETE are writes, HEAD and OPTIONS are reads", async () => {
  const key = await newKey();
  const readPolicy = async (method: string) =>
    (await request("general/terms", key, { method })).headers.get("ratelimit-policy");
  for (const method of ["PUT", "DELETE"]) expect(await readPolicy(method)).toBe('"writes";q=2;w=60');
  for (const method of ["HEAD", "OPTIONS"]) expect(await readPolicy(method)).toBe('"reads";q=3;w=60');
});

test("order of checks: 429 comes before 403, 404 and 405", async () => {
  const key = await newKey(["enrollment:write"]);
  expect((await request("general/terms", key)).status).toBe(403);
  expect((await request("nowhere", key)).status).toBe(404);
  expect((await request("general/terms", key)).headers.get("ratelimit")).toMatch(/r=0/);
  expect((await request("general/terms", key)).status).toBe(429);
  expect((await request("nowhere", key)).status).toBe(429);
  const remove = () => request("general/terms", key, { method: "DELETE" });
  expect([(await remove()).status, (await remove()).status, (await remove()).status]).toEqual([
    405, 405, 429,
  ]);
});

test("limits: failed authentication counts by client address behind a trusted proxy; valid keys pass", async () => {
  const fail = (address: string, headers: Record<string, string> = { Authorization: "Bearer nonsense" }) =>
    fetch(`${api.base}/api/v1/general/terms`, { headers: { "X-Forwarded-For": address, ...headers } });

  for (let count = 0; count < 3; count++) expect((await fail("203.0.113.1")).status).toBe(401);
  expect((await fail("203.0.113.1", {})).status).toBe(401);
  const refused = await fail("203.0.113.1");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(refused.headers.get("ratelimit-policy")).toBe('"failed-authentication";q=4;w=60');
  expect((await fail("198.51.100.7, 203.0.113.1")).status).toBe(429);

  expect((await fail("203.0.113.2")).status).toBe(401);
  const networks = ["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:1:f::3", "2001:db8:0:1:ffff::4"];
  for (const address of networks) expect((await fail(address)).status).toBe(401);
  expect((await fail("2001:db8:0:1::5")).status).toBe(429);
  expect((await fail("2001:db8:0:2::1")).status).toBe(401);
  expect((await fail("203.0.113.1", { Authorization: `Bearer ${await newKey()}` })).status).toBe(200);
});

test("limits: Retry-After is at most a minute, also after the clock was set back an hour", async () => {
  const key = await newKey();
  for (let count = 0; count < 3; count++) await request("general/terms", key);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  try {
    const refused = await request("general/terms", key);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  } finally {
    vi.useRealTimers();
  }
});

test("limits: Retry-After has the seconds until the next minute, when requests are accepted again", async () => {
  const key = await newKey();
  for (let count = 0; count < 4; count++) await request("general/terms", key);
  const requestAfter = (milliseconds: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
    return request("general/terms", key).finally(() => vi.useRealTimers());
  };
  const refused = await requestAfter(45_000);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(15);
  expect((await requestAfter(61_000)).status).toBe(200);
});
