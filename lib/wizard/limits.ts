import { getLimiter, toAddressGroup, tryConsume } from "@/lib/platform/limits";
import { toSandboxKey } from "@/lib/platform/sandbox";

type Counted = "steps" | "keeps" | "drafts" | "sends";

/** Counts what an address does with the form, and says whether it may go on (W40). */
export async function tryConsumeFormLimit(counted: Counted, address: string): Promise<boolean> {
  return tryConsume(`form-${counted}`, ofAddress(address));
}

/** Notes that a draft met somebody who is known already. */
export async function countDuplicate(address: string, draft: string): Promise<void> {
  await tryConsume("form-duplicates", ofAddress(address));
  await tryConsume("form-draft-duplicates", draft);
}

/**
 * Whether a draft guesses who is known: it has met somebody, and its address too many. Other families
 * behind that address go on.
 */
export async function hasTooManyDuplicates(address: string, draft: string): Promise<boolean> {
  const metThere = await getLimiter("form-duplicates")?.get(ofAddress(address));
  const ofDraft = await getLimiter("form-draft-duplicates")?.get(draft);
  return ofDraft != null && metThere != null && metThere.remainingPoints <= 0;
}

const ofAddress = (address: string) => toSandboxKey(toAddressGroup(address));
