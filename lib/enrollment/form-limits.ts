import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { addressGroup } from "@/lib/client-address";
import { env } from "@/lib/env";
import { singleton } from "@/lib/singleton";

const HOUR = 3_600;

/** Attempts that met somebody who is known already: few, so that nobody finds out who is. */
const DUPLICATES_PER_HOUR = 10;

type Counted = "steps" | "sends" | "duplicates";

/**
 * Counts what an address does with the form, and says whether it may go on (wizard 40). Each process
 * counts for itself: these limits slow robots down, the API's own are exact.
 */
export async function mayGoOn(counted: Counted, address: string): Promise<boolean> {
  const limiter = limiters()[counted];
  if (!limiter) return true;
  try {
    await limiter.consume(addressGroup(address));
    return true;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false;
    throw refused;
  }
}

/** Whether an address has met too many known people; asks without counting. */
export async function metTooManyDuplicates(address: string): Promise<boolean> {
  const state = await limiters().duplicates?.get(addressGroup(address));
  return state != null && state.remainingPoints <= 0;
}

const limiters = () =>
  singleton("form limits", () => ({
    steps: limiter(env.RATE_LIMIT_FORM_STEPS_PER_MINUTE, 60),
    sends: limiter(env.RATE_LIMIT_FORM_SENDS_PER_HOUR, HOUR),
    duplicates: limiter(env.RATE_LIMIT_FORM_SENDS_PER_HOUR && DUPLICATES_PER_HOUR, HOUR),
  }));

const limiter = (points: number, duration: number) =>
  points > 0 ? new RateLimiterMemory({ points, duration }) : undefined;
