import { getLimiter, toAddressGroup, tryConsume } from "@/lib/platform/limits";
import { toSandboxKey } from "@/lib/platform/sandbox";

type Counted = "steps" | "keeps" | "drafts" | "sends";

/** Counts an action of a client address. @returns whether it is below the limit (W40) */
export async function tryConsumeFormLimit(counted: Counted, address: string): Promise<boolean> {
  return tryConsume(`form-${counted}`, ofAddress(address));
}

export async function countDuplicate(address: string, draft: string): Promise<void> {
  await tryConsume("form-duplicates", ofAddress(address));
  await tryConsume("form-draft-duplicates", draft);
}

/**
 * Whether a draft probes for existing people: it found one, and so did too many drafts of its address. Other drafts of
 * that address are not affected.
 */
export async function hasTooManyDuplicates(address: string, draft: string): Promise<boolean> {
  const metThere = await getLimiter("form-duplicates")?.get(ofAddress(address));
  const ofDraft = await getLimiter("form-draft-duplicates")?.get(draft);
  return ofDraft != null && metThere != null && metThere.remainingPoints <= 0;
}

const ofAddress = (address: string) => toSandboxKey(toAddressGroup(address));
