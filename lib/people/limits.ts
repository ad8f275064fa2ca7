import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { getLimiter, type LimitName, toAddressGroup, tryConsume } from "@/lib/platform/limits";
import { toSandboxKey } from "@/lib/platform/sandbox";

type AttemptLimit = Extract<LimitName, `${"sign_in" | "link" | "password" | "guardian" | "staff"} ${string}`>;

/** The key of each limit (client address, e-mail in its sandbox, person or token), the most specific limit first. */
export type AttemptKeys = Partial<Record<AttemptLimit, string>>;

type Attempt = {
  account: string;
  /** The client's address (`getClientAddress`). */
  address: string;
  /** The cookie of a browser that has signed in to the account before. */
  device: string | undefined;
};

/**
 * The limits of wrong passwords, for families and staff: strict by account and address together, so that nobody is
 * locked out from elsewhere, and loose by each alone. A known browser has its own counter.
 */
export function getSignInAttemptKeys(
  prefix: "sign_in" | "staff",
  { account, address, device }: Attempt,
): AttemptKeys {
  if (device !== undefined) return { [`${prefix} device`]: `${account} ${device}` };
  return {
    [`${prefix} account and address`]: `${account} ${toAddressGroup(address)}`,
    [`${prefix} address`]: address,
    [`${prefix} account`]: account,
  };
}

/**
 * Limits wrong guesses. A correct attempt, and one that could not be checked because of an error, does not count.
 * @param check returns undefined for a wrong guess
 */
export async function withAttemptLimit<T>(
  keys: AttemptKeys,
  check: () => Promise<T | undefined>,
): Promise<T | "limited" | "wrong"> {
  if (!(await tryConsumeAttempts(keys))) return "limited";
  let isGuess = false;
  try {
    const result = await check();
    isGuess = result === undefined;
    return result ?? "wrong";
  } finally {
    if (!isGuess) await refundAttempts(keys);
  }
}

/**
 * Counts an attempt; false when a limit is reached. Works the same for unknown accounts. The counters are in the
 * database, shared by all processes, and contain only hashes.
 * An attempt that one limit refuses does not count for the others: otherwise attempts from one address would use up
 * the account's limit and lock it out everywhere.
 */
export async function tryConsumeAttempts(keys: AttemptKeys): Promise<boolean> {
  const consumed: AttemptKeys = {};
  for (const name of Object.keys(keys) as AttemptLimit[]) {
    if (!(await tryConsume(name, hashKey(name, keys[name] ?? "")))) {
      await refundAttempts(consumed);
      return false;
    }
    consumed[name] = keys[name];
  }
  return true;
}

async function refundAttempts(keys: AttemptKeys): Promise<void> {
  const names = Object.keys(keys) as AttemptLimit[];
  await Promise.all(names.map((name) => getLimiter(name)?.reward(hashKey(name, keys[name] ?? ""))));
}

function hashKey(name: AttemptLimit, value: string): string {
  const key = name.endsWith(" address") ? toAddressKey(value) : value;
  return createHash("sha256").update(key).digest("base64url");
}

/** Separate per sandbox; ids of people and tokens belong to one sandbox anyway. */
const toAddressKey = (address: string) => toSandboxKey(isIP(address) ? toAddressGroup(address) : address);
