import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { addressGroup } from "@/lib/platform/client-address";
import { type LimitName, limiterOf, mayConsume } from "@/lib/platform/limiter";
import { prisma } from "@/lib/platform/prisma";
import { countedHere } from "@/lib/platform/worlds";

type Limited = Extract<LimitName, `${"sign_in" | "link" | "password" | "guardian" | "staff"} ${string}`>;

/**
 * Counts a try; false when there were too many. Whether the account exists makes no difference.
 * The counters are in the database, so that every process counts together, and name nobody.
 * What one limit refuses guesses nothing, so it counts for none of the others: else whoever goes on
 * trying from one address would use up the account's, and lock it out everywhere.
 *
 * @param counted for each limit whom it counts by: an address, an e-mail's key in its world, a person, a token;
 *   the closest one first
 */
export async function mayTry(counted: Partial<Record<Limited, string>>): Promise<boolean> {
  const passed: typeof counted = {};
  for (const name of Object.keys(counted) as Limited[]) {
    if (!(await mayConsume(name, keyOf(name, counted[name] ?? "")))) {
      await takeBack(passed);
      return false;
    }
    passed[name] = counted[name];
  }
  return true;
}

/** What a check finds out; one that could not be made, as while too many passwords are checked, was no guess. */
export async function orTakeBack<T>(
  counted: Partial<Record<Limited, string>>,
  check: Promise<T>,
): Promise<T> {
  try {
    return await check;
  } catch (unchecked) {
    await takeBack(counted);
    throw unchecked;
  }
}

/** Takes a try back that turned out to guess nothing. */
export async function takeBack(counted: Partial<Record<Limited, string>>): Promise<void> {
  const names = Object.keys(counted) as Limited[];
  await Promise.all(names.map((name) => limiterOf(name)?.reward(keyOf(name, counted[name] ?? ""))));
}

/** Forgets counters whose time is over; returns how many. */
export async function purgeAccountLimits(now: Date): Promise<number> {
  const { count } = await prisma().accountLimit.deleteMany({ where: { expire: { lt: now.getTime() } } });
  return count;
}

function keyOf(name: Limited, counted: string): string {
  const whom = name.endsWith(" address") ? ofAddress(counted) : counted;
  return createHash("sha256").update(whom).digest("base64url");
}

/** Of the world at work; people and tokens are of one world wherever they are met. */
const ofAddress = (counted: string) => countedHere(isIP(counted) ? addressGroup(counted) : counted);
