const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed attempt the next one is made; after the last one there is none. */
const RETRY_DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];

const LONGEST_WAIT = 24 * HOUR;

/**
 * When to try again after so many attempts: up to a tenth later than the schedule says, so that what failed
 * together does not come back together, and not before the receiver's `Retry-After`. Undefined: no more.
 */
export function getNextAttempt(
  attempts: number,
  { retryAfter }: { retryAfter?: string },
  now: Date,
): Date | undefined {
  const wait = RETRY_DELAYS[attempts - 1];
  if (wait === undefined) return;
  const asked = Math.min(millisecondsOf(retryAfter, now), LONGEST_WAIT);
  return new Date(now.getTime() + Math.max(wait * (1 + Math.random() / 10), asked));
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function millisecondsOf(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * SECOND;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : date - now.getTime();
}
