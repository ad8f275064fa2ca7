import cluster from "node:cluster";
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { env } from "./env";
import { getPool } from "./prisma";
import { singleton } from "./singleton";

const MINUTE = 60;
const QUARTER_HOUR = 900;
const HOUR = 3_600;

type Limit = { points: number; seconds: number; createDatabaseLimiter?: true };

/**
 * Every limit of the service: how many within how many seconds; 0 is none. Those `inDatabase` count for all
 * machines together; the others in memory, for each machine. The numbers that are written here are few on purpose: nobody shall guess passwords or find out
 * who is known (`duplicates`).
 */
const limits = {
  reads: () => ({ points: env.RATE_LIMIT_READS_PER_MINUTE, seconds: MINUTE }),
  writes: () => ({ points: env.RATE_LIMIT_WRITES_PER_MINUTE, seconds: MINUTE }),
  "failed-authentication": () => ({ points: env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE, seconds: MINUTE }),
  "form-steps": () => ({ points: env.RATE_LIMIT_FORM_STEPS_PER_MINUTE, seconds: MINUTE }),
  // What is typed is kept as a courtesy, which never costs a Continue.
  "form-keeps": () => ({ points: env.RATE_LIMIT_FORM_STEPS_PER_MINUTE, seconds: MINUTE }),
  "form-drafts": () => ({ points: env.RATE_LIMIT_FORM_DRAFTS_PER_HOUR, seconds: HOUR }),
  "form-sends": () => ({ points: env.RATE_LIMIT_FORM_SENDS_PER_HOUR, seconds: HOUR }),
  "form-duplicates": () => limitPerHour(10),
  "form-draft-duplicates": () => limitPerHour(10),
  "sign_in address": () => limitGuesses(50),
  "sign_in account and address": () => limitGuesses(10),
  "sign_in account": () => limitGuesses(200),
  "sign_in device": () => limitGuesses(10),
  "link address": () => limitGuesses(30),
  "link account": () => limitGuesses(3),
  "link sign in": () => ({ points: 3, seconds: HOUR, createDatabaseLimiter: true }),
  "link draft": () => ({ points: 1, seconds: HOUR, createDatabaseLimiter: true }),
  "password address": () => limitGuesses(60),
  "password token": () => limitGuesses(10),
  "guardian birth date": () => ({ points: 5, seconds: 24 * HOUR, createDatabaseLimiter: true }),
  "staff address": () => limitGuesses(50),
  "staff account and address": () => limitGuesses(10),
  "staff account": () => limitGuesses(200),
  "staff device": () => limitGuesses(10),
  "staff session": () => limitGuesses(10),
} satisfies Record<string, () => Limit>;

export type LimitName = keyof typeof limits;

/** Off together with the limit of what is sent. */
const limitPerHour = (points: number) => ({ points: env.RATE_LIMIT_FORM_SENDS_PER_HOUR && points, seconds: HOUR });

const limitGuesses = (points: number) => ({ points, seconds: QUARTER_HOUR, createDatabaseLimiter: true }) as const;

/** What counts for a limit; undefined where there is none. */
export function getLimiter(name: LimitName): RateLimiterAbstract | undefined {
  const limit: Limit = limits[name]();
  if (limit.points === 0) return;
  return singleton(`limit ${name}`, () =>
    limit.createDatabaseLimiter ? createDatabaseLimiter(name, limit) : createMemoryLimiter(name, limit),
  );
}

function createDatabaseLimiter(name: LimitName, { points, seconds }: Limit): RateLimiterAbstract {
  return new RateLimiterPostgres({
    storeClient: getPool(),
    tableName: "account_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
}

function createMemoryLimiter(name: LimitName, { points, seconds }: Limit): RateLimiterAbstract {
  const options = { keyPrefix: `matricula:${name}`, points, duration: seconds };
  return hasSiblings() ? countedByPrimary(options) : new RateLimiterMemory(options);
}

/** A process alone counts for itself: asking costs a read as much again. */
const hasSiblings = () => cluster.isWorker && env.PROCESSES !== 1;

type Counted = { keyPrefix: string; points: number; duration: number };

/** By name and size: after a reload with another limit the primary counts that one. */
const countedByPrimary = (options: Counted) =>
  new CountedByPrimary({ ...options, keyPrefix: `${options.keyPrefix}:${options.points}` });

/** While the primary does not answer, being too busy or gone, the process counts for itself. */
class CountedByPrimary extends RateLimiterCluster {
  readonly #own: RateLimiterMemory;

  constructor(options: Counted) {
    super(options);
    this.#own = new RateLimiterMemory(options);
  }

  override async consume(...counted: Parameters<RateLimiterCluster["consume"]>) {
    try {
      return await super.consume(...counted);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw refused;
      return this.#own.consume(...counted);
    }
  }

  override get(...asked: Parameters<RateLimiterCluster["get"]>) {
    return super.get(...asked).catch(() => this.#own.get(...asked));
  }
}

/** Counts one; false when there were too many. */
export async function tryConsume(name: LimitName, counted: string): Promise<boolean> {
  try {
    await getLimiter(name)?.consume(counted);
    return true;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false;
    throw refused;
  }
}
