import cluster from "node:cluster";
import { BlockList, isIP, isIPv6 } from "node:net";
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

/** What counts for a limit; undefined where there is none. */
export function getLimiter(name: LimitName): RateLimiterAbstract | undefined {
  const limit: Limit = limits[name]();
  if (limit.points === 0) return;
  return singleton(`limit ${name}`, () =>
    limit.createDatabaseLimiter ? createDatabaseLimiter(name, limit) : createMemoryLimiter(name, limit),
  );
}

type Counted = { keyPrefix: string; points: number; duration: number };

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

/**
 * Who a request comes from. `X-Forwarded-For` counts only as far as proxies of `TRUSTED_PROXIES`
 * wrote it: read from the right, the first address that is no trusted proxy is the client.
 *
 * @param peer the connection's other end
 * @param forwardedFor the request's `X-Forwarded-For`, several headers joined by commas
 */
export function getClientAddress(
  peer: string | undefined,
  forwardedFor: string | null | undefined,
  trusted: BlockList = trustedProxies(),
): string {
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

/** Whether what the connection's other end says of others counts. */
export function isTrustedProxy(peer: string | undefined): boolean {
  return isTrusted(normaliseAddress(peer ?? ""), trustedProxies());
}

/** What limits count by: an IPv6 address's /64, since one customer owns as many addresses as that. */
export function toAddressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** The addresses and networks of a list such as `10.0.0.0/8`, `::1`. */
export function createBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Off together with the limit of what is sent. */
const limitPerHour = (points: number) => ({
  points: env.RATE_LIMIT_FORM_SENDS_PER_HOUR && points,
  seconds: HOUR,
});

const limitGuesses = (points: number) =>
  ({ points, seconds: QUARTER_HOUR, createDatabaseLimiter: true }) as const;

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

/** By name and size: after a reload with another limit the primary counts that one. */
const countedByPrimary = (options: Counted) =>
  new CountedByPrimary({ ...options, keyPrefix: `${options.keyPrefix}:${options.points}` });

/** Everybody behind a proxy that nobody named counts as one. A stranger's own address is nobody's business. */
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

/** Addresses of a machine or network of one's own. */
function isPrivateAddress(address: string): boolean {
  const own = createBlockList([
    "127.0.0.0/8",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "::1",
    "fc00::/7",
  ]);
  return isTrusted(address, own);
}

const trustedProxies = () => singleton("trusted proxies", () => createBlockList(env.TRUSTED_PROXIES));

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Without port, brackets, zone, or the prefix of an IPv4 address in IPv6's clothes. */
function normaliseAddress(text: string): string {
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
}
