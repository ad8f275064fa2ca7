import { addressGroup } from "@/lib/client-address";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { Usage } from "@/lib/fixed-window";
import { type Limiter, limiterOf } from "@/lib/limiter";
import { singleton } from "@/lib/singleton";
import { type Ready, whenReady } from "@/lib/when-ready";
import type { ApiKey } from "./api-keys";
import type { Head } from "./exchange";

const WINDOW_SECONDS = 60;

type Limit = Limiter & { name: string; policy: string };

/**
 * Counts a request against its key's limit; returns the headers that tell what is left
 * (draft-ietf-httpapi-ratelimit-headers-10). @throws AppError `rate_limited`
 */
export function countRequest(key: ApiKey, method: string): Ready<Head> {
  const limit = method === "POST" ? limits().writes : limits().reads;
  return limit ? consume(limit, key.id) : [];
}

/** Counts a request without a valid key against its client's address. @throws AppError `rate_limited` */
export async function countFailedAuthentication(address: string) {
  const limit = limits().failures;
  if (limit) await consume(limit, addressGroup(address));
}

function consume(limit: Limit, counted: string | number): Ready<Head> {
  return whenReady(limit.window.count(counted), (usage) => {
    if (usage.count <= limit.points) return headersOf(limit, usage);
    throw new AppError("rate_limited", [], [...headersOf(limit, usage), "Retry-After", secondsLeft(usage)]);
  });
}

function headersOf({ name, points, policy }: Limit, usage: Usage): Head {
  const remaining = Math.max(points - usage.count, 0);
  return ["RateLimit-Policy", policy, "RateLimit", `"${name}";r=${remaining};t=${secondsLeft(usage)}`];
}

/** Never more than the window, whatever Redis says. */
function secondsLeft({ millisecondsLeft }: Usage): string {
  return String(Math.min(Math.max(Math.ceil(millisecondsLeft / 1000), 1), WINDOW_SECONDS));
}

const limits = () =>
  singleton("rate limits", () => ({
    reads: limitOf("reads", env.RATE_LIMIT_READS_PER_MINUTE),
    writes: limitOf("writes", env.RATE_LIMIT_WRITES_PER_MINUTE),
    failures: limitOf("failed-authentication", env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE),
  }));

function limitOf(name: string, perMinute: number): Limit | undefined {
  const limiter = limiterOf(name, perMinute, WINDOW_SECONDS);
  return limiter && { ...limiter, name, policy: `"${name}";q=${perMinute};w=${WINDOW_SECONDS}` };
}
