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

type Counted = "steps" | "keeps" | "drafts" | "sends" | "unproved";

/** Counts what an address does with the form, and says whether it may go on (wizard 40). */
export async function mayGoOn(counted: Counted, address: string): Promise<boolean> {
  return mayConsume(limiters()[counted], addressGroup(address));
}

/** Notes that a draft met somebody who is known already. */
export async function countDuplicate(address: string, draft: string): Promise<void> {
  const { duplicates, draftDuplicates } = limiters();
  await mayConsume(duplicates, addressGroup(address));
  await mayConsume(draftDuplicates, draft);
}

/**
 * Whether a draft guesses who is known: it has met somebody, and its address too many. Other families
 * behind that address go on.
 */
export async function metTooManyDuplicates(address: string, draft: string): Promise<boolean> {
  const { duplicates, draftDuplicates } = limiters();
  const [ofAddress, ofDraft] = [
    await duplicates?.get(addressGroup(address)),
    await draftDuplicates?.get(draft),
  ];
  return ofDraft != null && ofAddress != null && ofAddress.remainingPoints <= 0;
}

const limiters = () =>
  singleton("form limits", () => {
    const perHour = (name: string, points: number) => limiterOf(`form-${name}`, points, HOUR);
    const sends = env.RATE_LIMIT_FORM_SENDS_PER_HOUR;
    return {
      steps: limiterOf("form-steps", env.RATE_LIMIT_FORM_STEPS_PER_MINUTE, MINUTE),
      // What is typed is kept as a courtesy, which never costs a Continue.
      keeps: limiterOf("form-keeps", env.RATE_LIMIT_FORM_STEPS_PER_MINUTE, MINUTE),
      drafts: perHour("drafts", env.RATE_LIMIT_FORM_DRAFTS_PER_HOUR),
      sends: perHour("sends", sends),
      duplicates: perHour("duplicates", sends && DUPLICATES_PER_HOUR),
      draftDuplicates: perHour("draft-duplicates", sends && DUPLICATES_PER_HOUR),
      unproved: perHour("unproved", sends && UNPROVED_PER_HOUR),
    };
  });
