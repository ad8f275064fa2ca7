import { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "./env";
import { FixedWindow, type Window } from "./fixed-window";
import { errorFields, logger } from "./logger";
import { singleton } from "./singleton";

/** How many are allowed within a window, and what counts them. */
export type Limiter = { points: number; window: Window };

/**
 * Counts in memory, or with `REDIS_URL` in one place for all instances; while Redis is away each
 * process counts for itself again.
 *
 * @param points how many are allowed within `seconds`; 0 is no limit
 */
export function limiterOf(name: string, points: number, seconds: number): Limiter | undefined {
  if (points === 0) return;
  const memory = new FixedWindow(seconds * 1000);
  const storeClient = redis();
  if (!storeClient) return { points, window: memory };

  const options = { keyPrefix: `matricula:${name}`, points, duration: seconds, storeClient };
  const limiter = new RateLimiterRedis({ ...options, rejectIfRedisNotReady: true });
  return { points, window: inRedis(limiter, memory) };
}

/** Counts one; false when there were too many. */
export async function mayConsume(limiter: Limiter | undefined, counted: string) {
  return !limiter || (await limiter.window.count(counted)).count <= limiter.points;
}

function inRedis(limiter: RateLimiterRedis, memory: FixedWindow): Window {
  return {
    async count(key) {
      // It rejects with its count when there were too many, and with an error when Redis is away.
      const state: unknown = await limiter.consume(key).catch((refused) => refused);
      if (!(state instanceof RateLimiterRes)) return memory.count(key);
      return { count: state.consumedPoints, millisecondsLeft: state.msBeforeNext };
    },
    counted: (key) =>
      limiter.get(key).then(
        (state) => state?.consumedPoints ?? 0,
        () => memory.counted(key),
      ),
  };
}

/** Ends the connection to Redis; for processes that are about to exit. */
export function disconnectLimits() {
  redis()?.disconnect();
}

function redis(): Redis | undefined {
  const url = env.REDIS_URL;
  if (!url) return;
  return singleton("redis", () => {
    const client = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 100,
      connectTimeout: 2_000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    });
    let away = false;
    client.on("error", (error) => {
      if (!away) logger.warn({ error: errorFields(error) }, "Redis is away: limits are counted in memory");
      away = true;
    });
    client.on("ready", () => {
      away = false;
    });
    return client;
  });
}
