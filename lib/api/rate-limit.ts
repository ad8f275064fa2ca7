import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/platform/errors";
import { getLimiter, type LimitName, toAddressGroup } from "@/lib/platform/limits";
import { singleton } from "@/lib/platform/singleton";
import type { MaybePromise } from "@/lib/platform/when-ready";
import type { ApiKey } from "./keys";
import type { HeaderList } from "./request";

const WINDOW_SECONDS = 60;

const READ_METHODS = ["GET", "HEAD", "OPTIONS"];

type Limit = { name: string; policy: string; limiter: RateLimiterAbstract };

/** Returns the RateLimit headers (draft-ietf-httpapi-ratelimit-headers-10). @throws AppError `rate_limited` */
export function countRequest(key: ApiKey, method: string): MaybePromise<HeaderList> {
  const limit = READ_METHODS.includes(method) ? limits().reads : limits().writes;
  return limit ? consume(limit, key.id) : [];
}

/** Counts per client address. @throws AppError `rate_limited` */
export async function countFailedAuthentication(address: string) {
  const limit = limits().failures;
  if (limit) await consume(limit, toAddressGroup(address));
}

function consume({ name, policy, limiter }: Limit, counter: string | number): Promise<HeaderList> {
  return limiter.consume(counter).then(
    (state) => createHeaders(name, policy, state),
    (rejection) => {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      const headers = [...createHeaders(name, policy, rejection), "Retry-After", getSecondsLeft(rejection)];
      throw new AppError("rate_limited", [], headers);
    },
  );
}

function createHeaders(name: string, policy: string, state: RateLimiterRes): HeaderList {
  return [
    "RateLimit-Policy",
    policy,
    "RateLimit",
    `"${name}";r=${state.remainingPoints};t=${getSecondsLeft(state)}`,
  ];
}

/** Never more than the window, even when the clock was set back. */
function getSecondsLeft({ msBeforeNext }: RateLimiterRes): string {
  return String(Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), WINDOW_SECONDS));
}

const limits = () =>
  singleton("rate limits", () => ({
    reads: createLimit("reads"),
    writes: createLimit("writes"),
    failures: createLimit("failed-authentication"),
  }));

function createLimit(name: LimitName): Limit | undefined {
  const limiter = getLimiter(name);
  return limiter && { limiter, name, policy: `"${name}";q=${limiter.points};w=${limiter.duration}` };
}
