import { addressGroup } from "@/lib/client-address";
import { env } from "@/lib/env";
import { limiterOf, mayConsume } from "@/lib/limiter";
import { singleton } from "@/lib/singleton";

const MINUTE = 60;
const HOUR = 3_600;

/** Attempts that met somebody who is known already: few, so that nobody finds out who is. */
const DUPLICATES_PER_HOUR = 10;

/** What is sent without its proof of work, where the school asks for one: enough for a family. */
const UNPROVED_PER_HOUR = 3;

type Counted = "steps" | "sends" | "duplicates" | "unproved";

/** Counts what an address does with the form, and says whether it may go on (wizard 40). */
export async function mayGoOn(counted: Counted, address: string): Promise<boolean> {
  return mayConsume(limiters()[counted], addressGroup(address));
}

/** Whether an address has met too many known people; asks without counting. */
export async function metTooManyDuplicates(address: string): Promise<boolean> {
  const state = await limiters().duplicates?.get(addressGroup(address));
  return state != null && state.remainingPoints <= 0;
}

const limiters = () =>
  singleton("form limits", () => {
    const perHour = (name: Counted, points: number) => limiterOf(`form-${name}`, points, HOUR);
    const sends = env.RATE_LIMIT_FORM_SENDS_PER_HOUR;
    return {
      steps: limiterOf("form-steps", env.RATE_LIMIT_FORM_STEPS_PER_MINUTE, MINUTE),
      sends: perHour("sends", sends),
      duplicates: perHour("duplicates", sends && DUPLICATES_PER_HOUR),
      unproved: perHour("unproved", sends && UNPROVED_PER_HOUR),
    };
  });
