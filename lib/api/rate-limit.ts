import { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { addressGroup } from "@/lib/client-address";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { errorFields, logger } from "@/lib/logger";
import { singleton } from "@/lib/singleton";
import type { ApiKey } from "./api-keys";
import type { Head } from "./exchange";

const WINDOW_SECONDS = 60;

type Limit = { name: string; policy: string; limiter: RateLimiterAbstract };

/**
 * Counts a request against its key's limit; returns the headers that tell what is left
 * (draft-ietf-httpapi-ratelimit-headers-10). @throws AppError `rate_limited`
 */
export function countRequest(key: ApiKey, method: string): Promise<Head> | undefined {
  const limit = method === "POST" ? limits().writes : limits().reads;
  return limit && consume(limit, key.id);
}

/** Counts a request without a valid key against its client's address. @throws AppError `rate_limited` */
export async function countFailedAuthentication(address: string) {
  const limit = limits().failures;
  if (limit) await consume(limit, addressGroup(address));
}

/** Ends the connection to Redis; for processes that are about to exit. */
export function disconnectLimits() {
  redis()?.disconnect();
}

async function consume({ name, policy, limiter }: Limit, counted: string | number): Promise<Head> {
  try {
    return headersOf(name, policy, await limiter.consume(counted));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new AppError("rate_limited", [], {
      ...headersOf(name, policy, refused),
      "Retry-After": String(secondsLeft(refused)),
    });
  }
}

function headersOf(name: string, policy: string, state: RateLimiterRes): Head {
  return {
    "RateLimit-Policy": policy,
    RateLimit: `"${name}";r=${state.remainingPoints};t=${secondsLeft(state)}`,
  };
}

/** Never more than the window, even when the clock has been set back meanwhile. */
function secondsLeft({ msBeforeNext }: RateLimiterRes): number {
  return Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), WINDOW_SECONDS);
}

const limits = () =>
  singleton("rate limits", () => ({
    reads: limitOf("reads", env.RATE_LIMIT_READS_PER_MINUTE),
    writes: limitOf("writes", env.RATE_LIMIT_WRITES_PER_MINUTE),
    failures: limitOf("failed-authentication", env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE),
  }));

function limitOf(name: string, perMinute: number): Limit | undefined {
  if (perMinute === 0) return;
  const policy = `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`;
  const options = { keyPrefix: `matricula:${name}`, points: perMinute, duration: WINDOW_SECONDS };
  const memory = new RateLimiterMemory(options);
  const storeClient = redis();
  if (!storeClient) return { name, policy, limiter: memory };

  const limiter = new RateLimiterRedis({
    ...options,
    storeClient,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memory,
  });
  return { name, policy, limiter };
}

/** One count for all instances; without Redis, or while it is away, each process counts for itself. */
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
