import { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { env } from "./env";
import { errorFields, logger } from "./logger";
import { singleton } from "./singleton";

/**
 * Counts in memory, or with `REDIS_URL` in one place for all instances; while Redis is away each
 * process counts for itself again.
 *
 * @param points how many are allowed within `seconds`; 0 is no limit
 */
export function limiterOf(name: string, points: number, seconds: number): RateLimiterAbstract | undefined {
  if (points === 0) return;
  const options = { keyPrefix: `matricula:${name}`, points, duration: seconds };
  const memory = new RateLimiterMemory(options);
  const storeClient = redis();
  if (!storeClient) return memory;
  return new RateLimiterRedis({
    ...options,
    storeClient,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memory,
  });
}

/** Counts one; false when there were too many. */
export async function mayConsume(limiter: RateLimiterAbstract | undefined, counted: string) {
  try {
    await limiter?.consume(counted);
    return true;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false;
    throw refused;
  }
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
