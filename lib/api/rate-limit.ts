import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/platform/errors";
import { getLimiter, type LimitName, toAddressGroup } from "@/lib/platform/limits";
import { singleton } from "@/lib/platform/singleton";
import type { MaybePromise } from "@/lib/platform/when-ready";
import type { ApiKey } from "./keys";
import type { HeaderList } from "./request";

const WINDOW_SECONDS = 60;

type Limit = { name: string; policy: string; limiter: RateLimiterAbstract };

/**
 * Counts a request against its key's limit; returns the headers that tell what is left
 * (draft-ietf-httpapi-ratelimit-headers-10). @throws AppError `rate_limited`
 */
export function countRequest(key: ApiKey, method: string): MaybePromise<HeaderList> {
  const limit = method === "POST" ? limits().writes : limits().reads;
  return limit ? consume(limit, key.id) : [];
}

/** Counts a request without a valid key against its client's address. @throws AppError `rate_limited` */
export async function countFailedAuthentication(address: string) {
  const limit = limits().failures;
  if (limit) await consume(limit, toAddressGroup(address));
}

function consume({ name, policy, limiter }: Limit, counted: string | number): Promise<HeaderList> {
  return limiter.consume(counted).then(
    (state) => headersOf(name, policy, state),
    (refused) => {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const head = [...headersOf(name, policy, refused), "Retry-After", secondsLeft(refused)];
      throw new AppError("rate_limited", [], head);
    },
  );
}

function headersOf(name: string, policy: string, state: RateLimiterRes): HeaderList {
  return [
    "RateLimit-Policy",
    policy,
    "RateLimit",
    `"${name}";r=${state.remainingPoints};t=${secondsLeft(state)}`,
  ];
}

/** Never more than the window, even when the clock has been set back meanwhile. */
function secondsLeft({ msBeforeNext }: RateLimiterRes): string {
  return String(Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), WINDOW_SECONDS));
}

const limits = () =>
  singleton("rate limits", () => ({
    reads: limitOf("reads"),
    writes: limitOf("writes"),
    failures: limitOf("failed-authentication"),
  }));

function limitOf(name: LimitName): Limit | undefined {
  const limiter = getLimiter(name);
  return limiter && { limiter, name, policy: `"${name}";q=${limiter.points};w=${limiter.duration}` };
}
