import { addressGroup } from "@/lib/platform/client-address";
import { limiterOf, mayConsume } from "@/lib/platform/limiter";
import { countedHere } from "@/lib/platform/sandbox";

type Counted = "steps" | "keeps" | "drafts" | "sends";

/** Counts what an address does with the form, and says whether it may go on (W40). */
export async function mayGoOn(counted: Counted, address: string): Promise<boolean> {
  return mayConsume(`form-${counted}`, ofAddress(address));
}

/** Notes that a draft met somebody who is known already. */
export async function countDuplicate(address: string, draft: string): Promise<void> {
  await mayConsume("form-duplicates", ofAddress(address));
  await mayConsume("form-draft-duplicates", draft);
}

/**
 * Whether a draft guesses who is known: it has met somebody, and its address too many. Other families
 * behind that address go on.
 */
export async function metTooManyDuplicates(address: string, draft: string): Promise<boolean> {
  const metThere = await limiterOf("form-duplicates")?.get(ofAddress(address));
  const ofDraft = await limiterOf("form-draft-duplicates")?.get(draft);
  return ofDraft != null && metThere != null && metThere.remainingPoints <= 0;
}

const ofAddress = (address: string) => countedHere(addressGroup(address));
