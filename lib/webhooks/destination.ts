import { lookup as lookUp } from "node:dns";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { env } from "@/lib/platform/env";

export class DestinationNotAllowedError extends Error {}

/**
 * Whether a URL is allowed: https on an allowed port, or anything with WEBHOOK_ALLOW_PRIVATE. The resolved address is
 * checked when connecting.
 */
export function isAllowedDestination(url: URL): boolean {
  if (env.WEBHOOK_ALLOW_PRIVATE) return url.protocol === "https:" || url.protocol === "http:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return (
    url.protocol === "https:" && env.WEBHOOK_PORTS.includes(url.port || "443") && !isIpv4Compatible(host)
  );
}

/**
 * Wraps a resolver and refuses addresses that the filtering agent would allow.
 * @param lookup the system's resolver by default
 */
export const createSafeLookup =
  (lookup: LookupFunction = lookUp): LookupFunction =>
  (name, options, callback) =>
    lookup(name, options, (error, address, family) => {
      const addresses = typeof address === "string" ? [address] : (address ?? []).map((one) => one.address);
      const isRefused = !error && !env.WEBHOOK_ALLOW_PRIVATE && addresses.some(isIpv4Compatible);
      callback(isRefused ? new DestinationNotAllowedError() : error, address, family);
    });

/** IPv4-compatible addresses `::a.b.c.d`, which count as public but once led to a.b.c.d. */
const ipv4Compatible = new BlockList();
ipv4Compatible.addSubnet("::", 96, "ipv6");
const isIpv4Compatible = (address: string) => isIPv6(address) && ipv4Compatible.check(address, "ipv6");
