import cluster from "node:cluster";
import { BlockList, isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { getPool } from "./database/prisma";
import { env } from "./env";
import { logger } from "./logger";
import { singleton } from "./singleton";

const MINUTE = 60;
const QUARTER_HOUR = 900;
const HOUR = 3_600;

type Limit = { points: number; seconds: number; isShared?: true };

/**
 * Every rate limit of the service: points within seconds; 0 means no limit. Limits with
 * `isShared` count for all machines together, the others in memory per machine. The fixed
 * numbers are low on purpose: they protect passwords and hide whether a person is known (`duplicates`).
 */
const limits = {
  reads: () => ({ points: env.RATE_LIMIT_READS_PER_MINUTE, seconds: MINUTE }),
  writes: () => ({ points: env.RATE_LIMIT_WRITES_PER_MINUTE, seconds: MINUTE }),
  "failed-authentication": () => ({ points: env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE, seconds: MINUTE }),
  "form-steps": () => ({ points: env.RATE_LIMIT_FORM_STEPS_PER_MINUTE, seconds: MINUTE }),
  // Separate, so that saving a draft while typing never uses up the points of Continue.
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
  "link sign in": () => ({ points: 3, seconds: HOUR, isShared: true }),
  "link draft": () => ({ points: 1, seconds: HOUR, isShared: true }),
  "password address": () => limitGuesses(60),
  "password token": () => limitGuesses(10),
  "guardian birth date": () => ({ points: 5, seconds: 24 * HOUR, isShared: true }),
  "staff address": () => limitGuesses(50),
  "staff account and address": () => limitGuesses(10),
  "staff account": () => limitGuesses(200),
  "staff device": () => limitGuesses(10),
  "staff session": () => limitGuesses(10),
} satisfies Record<string, () => Limit>;

export type LimitName = keyof typeof limits;

/** The rate limiter of a name; undefined where there is no limit. */
export function getLimiter(name: LimitName): RateLimiterAbstract | undefined {
  const limit: Limit = limits[name]();
  if (limit.points === 0) return;
  return singleton(`limit ${name}`, () =>
    limit.isShared ? createDatabaseLimiter(name, limit) : createMemoryLimiter(name, limit),
  );
}

type LimiterOptions = { keyPrefix: string; points: number; duration: number };

/** Counts in the primary process, or in this one while the primary does not respond. */
class PrimaryLimiter extends RateLimiterCluster {
  readonly #fallback: RateLimiterMemory;

  constructor(options: LimiterOptions) {
    super(options);
    this.#fallback = new RateLimiterMemory(options);
  }

  override async consume(...args: Parameters<RateLimiterCluster["consume"]>) {
    try {
      return await super.consume(...args);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      return this.#fallback.consume(...args);
    }
  }

  override get(...args: Parameters<RateLimiterCluster["get"]>) {
    return super.get(...args).catch(() => this.#fallback.get(...args));
  }
}

/** Consumes one point; false when the limit is reached. */
export async function tryConsume(name: LimitName, key: string): Promise<boolean> {
  try {
    await getLimiter(name)?.consume(key);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}

/**
 * The IP address of a request's client. `X-Forwarded-For` counts only as far as proxies of `TRUSTED_PROXIES`
 * wrote it: from the right, the first address that is no trusted proxy is the client.
 * @param peer the address of the connection's other end
 * @param forwardedFor the request's `X-Forwarded-For`, several headers joined by commas
 */
export function getClientAddress(peer: string | undefined, forwardedFor: string | null | undefined): string {
  const trusted = trustedProxies();
  let address = normaliseAddress(peer ?? "");
  if (forwardedFor && !isTrusted(address, trusted)) warnAboutUntrustedProxy(address);
  const hops = (forwardedFor ?? "").split(",").map((hop) => normaliseAddress(hop.trim()));
  while (isTrusted(address, trusted)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) return address;
    address = hop;
  }
  return address;
}

/** Whether the connection's other end is a proxy of `TRUSTED_PROXIES`. */
export function isTrustedProxy(peer: string | undefined): boolean {
  return isTrusted(normaliseAddress(peer ?? ""), trustedProxies());
}

/** The key of rate limits by address: the /64 of an IPv6 address, because a customer owns all of it. */
export function toAddressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`;
}

/** A list of addresses and networks such as `10.0.0.0/8`, `::1`. */
function createBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Setting RATE_LIMIT_FORM_SENDS_PER_HOUR to 0 also disables these. */
const limitPerHour = (points: number) => ({
  points: env.RATE_LIMIT_FORM_SENDS_PER_HOUR && points,
  seconds: HOUR,
});

const limitGuesses = (points: number) => ({ points, seconds: QUARTER_HOUR, isShared: true }) as const;

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
  return hasSiblings() ? createPrimaryLimiter(options) : new RateLimiterMemory(options);
}

/** A single process counts in its own memory: asking the primary would double the cost of a read. */
const hasSiblings = () => cluster.isWorker && env.PROCESSES !== 1;

/** The key contains the points, because the primary keeps the old limit after a reload. */
const createPrimaryLimiter = (options: LimiterOptions) =>
  new PrimaryLimiter({ ...options, keyPrefix: `${options.keyPrefix}:${options.points}` });

/** Warns once: all clients behind an unknown proxy share one limit. Logs only private addresses. */
function warnAboutUntrustedProxy(peer: string) {
  const line = isPrivateAddress(peer) ? `TRUSTED_PROXIES=${peer}` : "TRUSTED_PROXIES=<its address>";
  singleton(
    "warned of a proxy",
    () =>
      logger.warn(
        { add: line },
        "X-Forwarded-For comes from a peer that TRUSTED_PROXIES does not name: limits count by the proxy",
      ) ?? true,
  );
}

/** Whether an address is of this machine or a private network. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && ["loopback", "private", "uniqueLocal"].includes(ipaddr.process(address).range());

const trustedProxies = () => singleton("trusted proxies", () => createBlockList(env.TRUSTED_PROXIES));

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Removes port, brackets, zone and the prefix of an IPv4-mapped IPv6 address. */
function normaliseAddress(text: string): string {
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
}
