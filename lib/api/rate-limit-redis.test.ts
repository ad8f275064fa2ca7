import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ownPort } from "@/test/ports";
import { hasRedis, startRedis } from "@/test/redis";

const present = hasRedis();
let port: number;
let redis: ChildProcess;
let api: Awaited<ReturnType<typeof import("@/test/api").startApi>>;

beforeAll(async () => {
  if (!present) return;
  port = await ownPort();
  process.env.REDIS_URL = `redis://127.0.0.1:${port}`;
  process.env.RATE_LIMIT_READS_PER_MINUTE = "3";
  redis = await startRedis(port);
  const { startApi } = await import("@/test/api");
  api = await startApi();
});

afterAll(async () => {
  if (!present) return;
  await api.stop();
  const { disconnectLimits } = await import("@/lib/platform/limiter");
  disconnectLimits();
  redis.kill("SIGKILL");
});

const newKey = async () => {
  const { createApiKey } = await import("./api-keys");
  return createApiKey({
    name: crypto.randomUUID(),
    scopes: ["catalogue:read"],
    expiresAt: null,
    mode: "live",
  });
};

const read = (key: string) =>
  fetch(`${api.base}/api/v1/general/terms`, { headers: { Authorization: `Bearer ${key}` } });

/** The connection is made at the first request, and a request does not wait for it. */
const untilRedisCounts = () =>
  vi.waitFor(
    async () => {
      expect((await read(await newKey())).status).toBe(200);
      expect(keysInRedis()).toMatch(/matricula:reads:\d+/);
    },
    { timeout: 10_000 },
  );

test.runIf(present)("Redis: the count is kept there, and shared by whoever asks it", async () => {
  await untilRedisCounts();
  const key = await newKey();
  expect((await read(key)).status).toBe(200);
  await vi.waitFor(async () => expect((await read(key)).status).toBe(429), { timeout: 10_000 });
});

test.runIf(present)("W40: the form's limits are counted there too", async () => {
  const { countDuplicate, mayGoOn, metTooManyDuplicates } = await import("@/lib/form/server/form-limits");
  expect(await mayGoOn("sends", "203.0.113.9")).toBe(true);
  expect(await metTooManyDuplicates("203.0.113.9", "draft 1")).toBe(false);
  for (let met = 0; met < 10; met++) await countDuplicate("203.0.113.9", `draft ${met}`);
  expect(await metTooManyDuplicates("203.0.113.9", "draft 1")).toBe(true);
  expect(await metTooManyDuplicates("203.0.113.9", "another draft")).toBe(false);
  expect(keysInRedis()).toContain("matricula:form-duplicates:203.0.113.9");
});

test.runIf(present)(
  "Redis gone: requests are answered and counted in memory; back again: it counts",
  async () => {
    redis.kill("SIGKILL");
    await once(redis, "exit");
    const key = await newKey();
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await read(key)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);

    redis = await startRedis(port);
    await untilRedisCounts();
  },
);

test.runIf(present)("Redis hangs: requests are answered all the same", async () => {
  redis.kill("SIGSTOP");
  const key = await newKey();
  const statuses = [];
  for (let count = 0; count < 4; count++) statuses.push((await read(key)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  redis.kill("SIGCONT");
});

function keysInRedis(): string {
  const cli = (process.env.REDIS_SERVER ?? "redis-server").replace(/redis-server$/, "redis-cli");
  return execFileSync(cli, ["-p", String(port), "keys", "*"], { encoding: "utf8" });
}
