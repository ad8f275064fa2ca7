import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { addressGroup } from "@/lib/client-address";
import { pool, prisma } from "@/lib/prisma";
import { singleton } from "@/lib/singleton";

const QUARTER_HOUR_S = 900;

/** How often something may be tried in a quarter of an hour, from one address and for one account. */
const limits = {
  sign_in: { address: 50, account: 10 },
  link: { address: 30, account: 3 },
  password: { address: 60, account: 10 },
};

export type Limited = keyof typeof limits;

/**
 * Counts a try; false when there were too many. Whether the account exists makes no difference.
 * The counters are in the database, so that every process counts together, and name nobody.
 *
 * @param address who asks, as `clientAddress` tells
 * @param account what identifies the account that is asked for: an e-mail's key, a token, an id
 */
export async function mayTry(what: Limited, address: string, account: string): Promise<boolean> {
  const [byAddress, byAccount] = await Promise.all([
    consume(`${what} address`, limits[what].address, addressGroup(address)),
    consume(`${what} account`, limits[what].account, account),
  ]);
  return byAddress && byAccount;
}

/** Forgets counters whose time is over; returns how many. */
export async function purgeAccountLimits(now: Date): Promise<number> {
  const { count } = await prisma().accountLimit.deleteMany({ where: { expire: { lt: now.getTime() } } });
  return count;
}

async function consume(name: string, points: number, key: string): Promise<boolean> {
  try {
    await limiter(name, points).consume(createHash("sha256").update(key).digest("base64url"));
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}

function limiter(name: string, points: number): RateLimiterPostgres {
  return singleton(
    `limit ${name}`,
    () =>
      new RateLimiterPostgres({
        storeClient: pool(),
        tableName: "account_limits",
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: QUARTER_HOUR_S,
      }),
  );
}
