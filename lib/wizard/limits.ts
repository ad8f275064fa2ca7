import { getLimiter, toAddressGroup, tryConsume } from "@/lib/platform/limits";
import { toSandboxKey } from "@/lib/platform/sandbox";

type LimitedAction = "steps" | "keeps" | "drafts" | "sends";

/** Counts an action of a client address. @returns whether it is below the limit (W40) */
export async function tryConsumeFormLimit(action: LimitedAction, address: string): Promise<boolean> {
  return tryConsume(`form-${action}`, toAddressKey(address));
}

export async function countDuplicate(address: string, draft: string): Promise<void> {
  await tryConsume("form-duplicates", toAddressKey(address));
  await tryConsume("form-draft-duplicates", draft);
}

/**
 * Whether a draft probes for existing people: it found one, and so did too many drafts of its address. Other drafts of
 * that address are not affected.
 */
export async function hasTooManyDuplicates(address: string, draft: string): Promise<boolean> {
  const addressCount = await getLimiter("form-duplicates")?.get(toAddressKey(address));
  const draftCount = await getLimiter("form-draft-duplicates")?.get(draft);
  return draftCount != null && addressCount != null && addressCount.remainingPoints <= 0;
}

const toAddressKey = (address: string) => toSandboxKey(toAddressGroup(address));
