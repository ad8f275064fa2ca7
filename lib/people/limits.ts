import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { getLimiter, type LimitName, toAddressGroup, tryConsume } from "@/lib/platform/limits";
import { toSandboxKey } from "@/lib/platform/sandbox";

type Limited = Extract<LimitName, `${"sign_in" | "link" | "password" | "guardian" | "staff"} ${string}`>;

/** For each limit whom it counts by: an address, an e-mail's key in its sandbox, a person, a token; the closest one first. */
export type AttemptKeys = Partial<Record<Limited, string>>;

type Attempt = {
  account: string;
  /** Who asks, as `getClientAddress` tells. */
  address: string;
  /** The browser, where somebody has signed in to the account before. */
  device: string | undefined;
};

/**
 * How wrong passwords are counted, of families and staff: by account and address, so that nobody is locked out from
 * elsewhere, and more loosely by each of the two. A known browser has a counter of its own.
 */
export function getSignInAttemptKeys(
  whose: "sign_in" | "staff",
  { account, address, device }: Attempt,
): AttemptKeys {
  if (device !== undefined) return { [`${whose} device`]: `${account} ${device}` };
  return {
    [`${whose} account and address`]: `${account} ${toAddressGroup(address)}`,
    [`${whose} address`]: address,
    [`${whose} account`]: account,
  };
}

/**
 * Lets somebody try what could be guessed. What turns out right was no guess and is not counted, nor what could not
 * be checked, as while too many passwords are.
 *
 * @param check finds something, or nothing for a wrong guess
 */
export async function withAttemptLimit<T>(
  counted: AttemptKeys,
  check: () => Promise<T | undefined>,
): Promise<T | "limited" | "wrong"> {
  if (!(await tryConsumeAttempts(counted))) return "limited";
  let isGuess = false;
  try {
    const found = await check();
    isGuess = found === undefined;
    return found ?? "wrong";
  } finally {
    if (!isGuess) await refundAttempts(counted);
  }
}

/**
 * Counts a try; false when there were too many. Whether the account exists makes no difference.
 * The counters are in the database, so that every process counts together, and name nobody.
 * What one limit refuses guesses nothing, so it counts for none of the others: else whoever goes on
 * trying from one address would use up the account's, and lock it out everywhere.
 */
export async function tryConsumeAttempts(counted: AttemptKeys): Promise<boolean> {
  const passed: AttemptKeys = {};
  for (const name of Object.keys(counted) as Limited[]) {
    if (!(await tryConsume(name, keyOf(name, counted[name] ?? "")))) {
      await refundAttempts(passed);
      return false;
    }
    passed[name] = counted[name];
  }
  return true;
}

async function refundAttempts(counted: AttemptKeys): Promise<void> {
  const names = Object.keys(counted) as Limited[];
  await Promise.all(names.map((name) => getLimiter(name)?.reward(keyOf(name, counted[name] ?? ""))));
}

function keyOf(name: Limited, counted: string): string {
  const whom = name.endsWith(" address") ? ofAddress(counted) : counted;
  return createHash("sha256").update(whom).digest("base64url");
}

/** Of the sandbox at work; people and tokens are of one sandbox wherever they are met. */
const ofAddress = (counted: string) => toSandboxKey(isIP(counted) ? toAddressGroup(counted) : counted);
