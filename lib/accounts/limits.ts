import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { addressGroup } from "@/lib/client-address";
import { pool, prisma } from "@/lib/prisma";
import { singleton } from "@/lib/singleton";

const QUARTER_HOUR_S = 900;

/** How often something may be tried in a quarter of an hour, and by whose name it is counted. */
const limits = {
  "sign_in address": 50,
  "sign_in account and address": 10,
  "sign_in account": 200,
  "sign_in device": 10,
  "link address": 30,
  "link account": 3,
  "password address": 60,
  "password token": 10,
  "staff address": 50,
  "staff account and address": 10,
  "staff account": 200,
};

type Limited = keyof typeof limits;

/**
 * Counts a try; false when there were too many. Whether the account exists makes no difference.
 * The counters are in the database, so that every process counts together, and name nobody.
 *
 * @param counted for each limit whom it counts by: an address, an e-mail's key, a token
 */
export async function mayTry(counted: Partial<Record<Limited, string>>): Promise<boolean> {
  const names = Object.keys(counted) as Limited[];
  const allowed = await Promise.all(names.map((name) => consume(name, keyOf(name, counted[name] ?? ""))));
  return allowed.every(Boolean);
}

/** Takes a try back that turned out to guess nothing. */
export async function takeBack(counted: Partial<Record<Limited, string>>): Promise<void> {
  const names = Object.keys(counted) as Limited[];
  await Promise.all(names.map((name) => limiter(name).reward(keyOf(name, counted[name] ?? ""))));
}

/** Forgets counters whose time is over; returns how many. */
export async function purgeAccountLimits(now: Date): Promise<number> {
  const { count } = await prisma().accountLimit.deleteMany({ where: { expire: { lt: now.getTime() } } });
  return count;
}

function keyOf(name: Limited, counted: string): string {
  const whom = name.endsWith(" address") && isIP(counted) ? addressGroup(counted) : counted;
  return createHash("sha256").update(whom).digest("base64url");
}

async function consume(name: Limited, key: string): Promise<boolean> {
  try {
    await limiter(name).consume(key);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}

function limiter(name: Limited): RateLimiterPostgres {
  return singleton(
    `limit ${name}`,
    () =>
      new RateLimiterPostgres({
        storeClient: pool(),
        tableName: "account_limits",
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: limits[name],
        duration: QUARTER_HOUR_S,
      }),
  );
}
